package dev.tollbooth.benchmarks.noop;

import dev.tollbooth.benchmarks.ConcreteClass;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import net.bytebuddy.implementation.StubMethod;

/** A generator of classes for the do-nothing driver, whose unwritten methods return 0, false or null. */
final class NoopClass {

    private NoopClass() {}

    static MethodHandle constructor(MethodHandles.Lookup lookup, Class<?> type, Class<?>... parameters) {
        return ConcreteClass.constructor(lookup, type, StubMethod.INSTANCE, parameters);
    }
}
