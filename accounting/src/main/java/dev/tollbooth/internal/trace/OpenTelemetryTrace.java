package dev.tollbooth.internal.trace;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A lookup that finds the current span of OpenTelemetry by reflection. It takes the application's API, which the agent
 * bridges to its own API, or else the agent's API. So Tollbooth has no dependency on OpenTelemetry. Thread-safe:
 * immutable.
 */
public final class OpenTelemetryTrace implements Supplier<@Nullable TraceIds> {

    private static final String PACKAGE = "io.opentelemetry.api.trace.";
    /** The package of the API in the agent, visible to all class loaders. */
    private static final String PACKAGE_OF_AGENT = "io.opentelemetry.javaagent.shaded." + PACKAGE;

    /** A handle that returns the context of the current span, never null. */
    private final MethodHandle current;

    private final MethodHandle isSampled;
    private final MethodHandle traceId;
    private final MethodHandle spanId;

    private OpenTelemetryTrace(String packageName, @Nullable ClassLoader loader) throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        Class<?> span = Class.forName(packageName + "Span", true, loader);
        Class<?> context = Class.forName(packageName + "SpanContext", true, loader);
        MethodHandle ofSpan = lookup.findVirtual(span, "getSpanContext", MethodType.methodType(context));
        this.current = MethodHandles.filterReturnValue(
                        lookup.findStatic(span, "current", MethodType.methodType(span)), ofSpan)
                .asType(MethodType.methodType(Object.class));
        this.isSampled = lookup.findVirtual(context, "isSampled", MethodType.methodType(boolean.class))
                .asType(MethodType.methodType(boolean.class, Object.class));
        this.traceId = text(lookup, context, "getTraceId");
        this.spanId = text(lookup, context, "getSpanId");
    }

    private static MethodHandle text(MethodHandles.Lookup lookup, Class<?> context, String method)
            throws ReflectiveOperationException {
        return lookup.findVirtual(context, method, MethodType.methodType(String.class))
                .asType(MethodType.methodType(String.class, Object.class));
    }

    /** Returns a lookup; null if the class loaders of Tollbooth, the system and the agent have no OpenTelemetry. */
    public static @Nullable OpenTelemetryTrace find() {
        OpenTelemetryTrace found = find(PACKAGE, OpenTelemetryTrace.class.getClassLoader());
        if (found == null) {
            found = find(PACKAGE, ClassLoader.getSystemClassLoader());
        }
        return found == null ? find(PACKAGE_OF_AGENT, null) : found;
    }

    private static @Nullable OpenTelemetryTrace find(String packageName, @Nullable ClassLoader loader) {
        try {
            return new OpenTelemetryTrace(packageName, loader);
        } catch (ReflectiveOperationException | LinkageError e) {
            return null; // no OpenTelemetry, or an API that differs from all since 1.0
        }
    }

    /** Returns the current span; null if there is none, or if it is not sampled and thus can't be looked up. */
    @Override
    public @Nullable TraceIds get() {
        try {
            Object context = (Object) current.invokeExact();
            return (boolean) isSampled.invokeExact(context)
                    ? new TraceIds((String) traceId.invokeExact(context), (String) spanId.invokeExact(context))
                    : null;
        } catch (Throwable t) {
            throw new IllegalStateException(t); // a failure of OpenTelemetry, which the caller counts
        }
    }
}
