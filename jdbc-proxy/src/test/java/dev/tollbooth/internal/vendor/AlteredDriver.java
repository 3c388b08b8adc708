package dev.tollbooth.internal.vendor;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/**
 * A class loader that loads all classes of the class path again, some of them changed, like a driver of another
 * version.
 */
final class AlteredDriver extends ClassLoader {

    private final Map<String, byte[]> altered;

    /** Makes a loader with the bytes of changed classes by name; a class with no bytes is missing. */
    AlteredDriver(Map<String, byte[]> altered) {
        super(ClassLoader.getPlatformClassLoader());
        this.altered = altered;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = altered.get(name);
        if (bytes == null) {
            bytes = fromClassPath(name);
        }
        if (bytes.length == 0) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    private static byte[] fromClassPath(String name) throws ClassNotFoundException {
        try (InputStream file = ClassLoader.getSystemResourceAsStream(name.replace('.', '/') + ".class")) {
            return file == null ? new byte[0] : file.readAllBytes();
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
