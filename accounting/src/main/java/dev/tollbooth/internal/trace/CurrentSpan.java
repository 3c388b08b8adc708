package dev.tollbooth.internal.trace;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Look-ups of the current span of the calling thread, by reflection on OpenTelemetry. So Tollbooth has no dependency on
 * OpenTelemetry. Thread-safe: stateless.
 */
public final class CurrentSpan {

    private static final String PACKAGE = "io.opentelemetry.api.trace.";
    /** The package of the API in the agent, visible to all class loaders. */
    private static final String PACKAGE_OF_AGENT = "io.opentelemetry.javaagent.shaded." + PACKAGE;

    private static final MethodHandles.Lookup LOOKUP = MethodHandles.publicLookup();

    private CurrentSpan() {}

    /** A maker of a look-up with the classes that a class loader finds. */
    private interface Maker<T> {

        Supplier<@Nullable T> of(@Nullable ClassLoader loader) throws ReflectiveOperationException;
    }

    /**
     * Returns a look-up of the span's identity, which is null if there is no span, or if it is not sampled and thus
     * can't be looked up. It takes the application's API, which the agent bridges to its own API, or else the agent's
     * API. Returns null if the class loaders of Tollbooth, the system and the agent have no OpenTelemetry.
     */
    public static @Nullable Supplier<@Nullable TraceIds> ids() {
        Supplier<@Nullable TraceIds> found = find(loader -> ids(PACKAGE, loader));
        return found == null ? made(loader -> ids(PACKAGE_OF_AGENT, loader), null) : found;
    }

    /**
     * Returns a look-up of the span's name, which is null if there is no span, or if it is not recorded. The API alone
     * and the agent's bridge don't give the name. Returns null if the class loaders of Tollbooth and the system have no
     * OpenTelemetry SDK.
     */
    public static @Nullable Supplier<@Nullable String> name() {
        return find(CurrentSpan::name);
    }

    private static <T> @Nullable Supplier<@Nullable T> find(Maker<T> maker) {
        Supplier<@Nullable T> found = made(maker, CurrentSpan.class.getClassLoader());
        return found == null ? made(maker, ClassLoader.getSystemClassLoader()) : found;
    }

    private static <T> @Nullable Supplier<@Nullable T> made(Maker<T> maker, @Nullable ClassLoader loader) {
        try {
            return maker.of(loader);
        } catch (ReflectiveOperationException | LinkageError e) {
            return null; // no OpenTelemetry, or an API that differs from all since 1.0
        }
    }

    private static Supplier<@Nullable TraceIds> ids(String packageName, @Nullable ClassLoader loader)
            throws ReflectiveOperationException {
        Class<?> span = Class.forName(packageName + "Span", true, loader);
        Class<?> context = Class.forName(packageName + "SpanContext", true, loader);
        MethodHandle ofSpan = LOOKUP.findVirtual(span, "getSpanContext", MethodType.methodType(context));
        // the context of the current span, never null
        MethodHandle current = MethodHandles.filterReturnValue(
                        LOOKUP.findStatic(span, "current", MethodType.methodType(span)), ofSpan)
                .asType(MethodType.methodType(Object.class));
        MethodHandle isSampled = LOOKUP.findVirtual(context, "isSampled", MethodType.methodType(boolean.class))
                .asType(MethodType.methodType(boolean.class, Object.class));
        MethodHandle traceId = text(context, "getTraceId");
        MethodHandle spanId = text(context, "getSpanId");
        return () -> {
            try {
                Object now = (Object) current.invokeExact();
                return (boolean) isSampled.invokeExact(now)
                        ? new TraceIds((String) traceId.invokeExact(now), (String) spanId.invokeExact(now))
                        : null;
            } catch (Throwable t) {
                throw new IllegalStateException(t); // a failure of OpenTelemetry, which the caller counts
            }
        };
    }

    private static Supplier<@Nullable String> name(@Nullable ClassLoader loader) throws ReflectiveOperationException {
        Class<?> span = Class.forName(PACKAGE + "Span", true, loader);
        Class<?> named = Class.forName("io.opentelemetry.sdk.trace.ReadableSpan", true, loader);
        MethodHandle current = LOOKUP.findStatic(span, "current", MethodType.methodType(span))
                .asType(MethodType.methodType(Object.class));
        MethodHandle name = text(named, "getName");
        return () -> {
            try {
                Object now = (Object) current.invokeExact();
                return named.isInstance(now) ? (String) name.invokeExact(now) : null;
            } catch (Throwable t) {
                throw new IllegalStateException(t); // a failure of OpenTelemetry, which the caller counts
            }
        };
    }

    private static MethodHandle text(Class<?> type, String method) throws ReflectiveOperationException {
        return LOOKUP.findVirtual(type, method, MethodType.methodType(String.class))
                .asType(MethodType.methodType(String.class, Object.class));
    }
}
