package dev.tollbooth.internal.trace;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The name of the current span, by the names of OpenTelemetry's API and SDK; the API alone has none, nor has what the agent
 * shows to applications. Tollbooth has no such dependency. Thread-safe: immutable.
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

    /** Returns null where neither Tollbooth's class loader nor the system's knows OpenTelemetry's SDK. */
    public static @Nullable SpanNames find() {
        SpanNames found = find(SpanNames.class.getClassLoader());
        return found == null ? find(ClassLoader.getSystemClassLoader()) : found;
    }

    private static @Nullable SpanNames find(@Nullable ClassLoader loader) {
        try {
            return new SpanNames(loader);
        } catch (ReflectiveOperationException | LinkageError e) {
            return null; // there is none, or one that is not as it has been since 1.0
        }
    }

    /** Returns null where there is no span, or it is not recorded. */
    @Override
    public @Nullable String get() {
        try {
            Object span = (Object) current.invokeExact();
            return named.isInstance(span) ? (String) name.invokeExact(span) : null;
        } catch (Throwable t) {
            throw new IllegalStateException(t); // OpenTelemetry's own: the caller counts it
        }
    }
}
