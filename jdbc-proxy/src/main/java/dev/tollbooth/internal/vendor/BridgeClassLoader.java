package dev.tollbooth.internal.vendor;

import org.jspecify.annotations.Nullable;

/** A class loader of one proxy class for a driver that Tollbooth's own loader does not see; names resolve in both. */
final class BridgeClassLoader extends ClassLoader {

    private final ClassLoader tollbooth;

    /** Makes a loader that sees the driver's classes first, but Tollbooth's own as Tollbooth's loader has them. */
    BridgeClassLoader(@Nullable ClassLoader driver, ClassLoader tollbooth) {
        super(driver);
        this.tollbooth = tollbooth;
    }

    /** Defines a subclass of {@code base}, which on a module path belongs to Tollbooth's own module. */
    Class<?> define(String name, byte[] bytes, Class<?> base) {
        Module own = BridgeClassLoader.class.getModule();
        own.addExports(base.getPackageName(), getUnnamedModule());
        own.addExports(BridgeClassLoader.class.getPackageName(), getUnnamedModule());
        return defineClass(name, bytes, 0, bytes.length);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        return name.startsWith("dev.tollbooth.") && findLoadedClass(name) == null
                ? tollbooth.loadClass(name)
                : super.loadClass(name, resolve);
    }
}
