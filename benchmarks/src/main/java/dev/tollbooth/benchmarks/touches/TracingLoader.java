package dev.tollbooth.benchmarks.touches;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.function.Predicate;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;

/**
 * A class loader that defines every class of its jars itself, and instruments those whose names match.
 *
 * <p>Thread-safe.
 */
final class TracingLoader extends URLClassLoader {

    private final Predicate<String> instrumented;

    TracingLoader(URL[] jars, Predicate<String> instrumented) {
        super(jars, ClassLoader.getPlatformClassLoader());
        this.instrumented = instrumented;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        // the counts must reach the caller, so this class is not loaded again
        if (name.startsWith(Touched.class.getName())) {
            return Class.forName(name, true, Touched.class.getClassLoader());
        }
        if (!instrumented.test(name)) {
            return super.findClass(name);
        }
        try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            ClassReader reader = new ClassReader(in);
            ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
            reader.accept(new ClassProbes(writer, reader.getClassName()), 0);
            byte[] probed = writer.toByteArray();
            return defineClass(name, probed, 0, probed.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
