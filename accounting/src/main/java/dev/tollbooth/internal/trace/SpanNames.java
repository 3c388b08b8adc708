package dev.tollbooth.internal.trace;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A lookup that finds the name of the current span by reflection on OpenTelemetry's API and SDK. The API alone and the
 * agent's bridge don't give the name. So Tollbooth has no dependency on OpenTelemetry. Thread-safe: immutable.
 */
public final class SpanNames implements Supplier<@Nullable String> {

    private final MethodHandle current;
    private final MethodHandle name;
    private final Class<?> named;

    private SpanNames(@Nullable ClassLoader loader) throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        Class<?> span = Class.forName("io.opentelemetry.api.trace.Span", true, loader);
        this.named = Class.forName("io.opentelemetry.sdk.trace.ReadableSpan", true, loader);
        this.current = lookup.findStatic(span, "current", MethodType.methodType(span))
                .asType(MethodType.methodType(Object.class));
        this.name = lookup.findVirtual(named, "getName", MethodType.methodType(String.class))
                .asType(MethodType.methodType(String.class, Object.class));
    }

    /** Returns a lookup; null if the class loaders of Tollbooth and the system have no OpenTelemetry SDK. */
    public static @Nullable SpanNames find() {
        SpanNames found = find(SpanNames.class.getClassLoader());
        return found == null ? find(ClassLoader.getSystemClassLoader()) : found;
    }

    private static @Nullable SpanNames find(@Nullable ClassLoader loader) {
        try {
            return new SpanNames(loader);
        } catch (ReflectiveOperationException | LinkageError e) {
            return null; // no SDK, or one that differs from all since 1.0
        }
    }

    /** Returns the name of the current span; null if there is no span, or it is not recorded. */
    @Override
    public @Nullable String get() {
        try {
            Object span = (Object) current.invokeExact();
            return named.isInstance(span) ? (String) name.invokeExact(span) : null;
        } catch (Throwable t) {
            throw new IllegalStateException(t); // a failure of OpenTelemetry, which the caller counts
        }
    }
}
