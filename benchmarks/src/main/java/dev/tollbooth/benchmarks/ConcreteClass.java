package dev.tollbooth.benchmarks;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.modifier.TypeManifestation;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * A generator of concrete subclasses at run time. Interfaces of {@code java.sql} have some 400 methods, of which the
 * workloads call two dozen. Those are written by hand; each other method gets a body without reflection.
 */
public final class ConcreteClass {

    private ConcreteClass() {}

    /**
     * Makes a concrete subclass of {@code type}, and returns a handle to its constructor, whose type is {@code type}.
     * If the caller keeps the handle in a static final field, the JIT compiles a call like {@code new}.
     *
     * @param lookup full access to the package of {@code type}
     * @param rest the body of each method that {@code type} leaves abstract
     */
    public static MethodHandle constructor(
            MethodHandles.Lookup lookup, Class<?> type, Implementation rest, Class<?>... parameters) {
        if (!Modifier.isAbstract(type.getModifiers())) {
            throw new IllegalArgumentException(
                    "class is concrete already: type=" + type.getName() + ", call its constructor");
        }
        Class<?> concrete = new ByteBuddy()
                .subclass(type)
                .name(type.getName() + "Concrete")
                .modifiers(TypeManifestation.FINAL)
                .method(ElementMatchers.isAbstract())
                .intercept(rest)
                .make()
                .load(type.getClassLoader(), ClassLoadingStrategy.UsingLookup.of(lookup))
                .getLoaded();
        try {
            return lookup.findConstructor(concrete, MethodType.methodType(void.class, parameters))
                    .asType(MethodType.methodType(type, parameters));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no such constructor: type=" + type.getName(), e);
        }
    }
}
