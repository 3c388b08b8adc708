package dev.tollbooth.agent;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * A class loader of the package {@code engine}, and of the driver in the folder {@code engine/} of the agent's jar, where
 * the application can't see it. Its parent is the JDK's platform class loader.
 *
 * <p>Thread-safe.
 */
final class EngineClassLoader extends ClassLoader {

    private static final String FOLDER = "engine/";
    private static final String OURS = "dev.tollbooth.";
    private static final ClassLoader JDK = ClassLoader.getPlatformClassLoader();

    static {
        registerAsParallelCapable();
    }

    private final File file;
    private final ZipFile jar;
    private final @Nullable ProtectionDomain domain = EngineClassLoader.class.getProtectionDomain();

    EngineClassLoader(File file) throws IOException {
        super("tollbooth", JDK);
        this.file = file;
        this.jar = new ZipFile(file);
    }

    /**
     * Loads the engine's classes without asking the parent first, because an exception for each class would take a
     * tenth of the start time.
     */
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OURS)) {
            return JDK.loadClass(name);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            return known == null ? findClass(name) : known;
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        String folder = name.startsWith(Engine.PACKAGE) ? "" : FOLDER;
        ZipEntry entry = jar.getEntry(folder + name.replace('.', '/') + ".class");
        if (entry == null) {
            throw new ClassNotFoundException(name);
        }
        try (InputStream in = jar.getInputStream(entry)) {
            byte[] bytes = new byte[(int) entry.getSize()];
            in.readNBytes(bytes, 0, bytes.length);
            return defineClass(name, bytes, 0, bytes.length, domain);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    @Override
    protected @Nullable URL findResource(String name) {
        try {
            return jar.getEntry(FOLDER + name) == null
                    ? null
                    : URI.create("jar:" + file.toURI() + "!/" + FOLDER + name).toURL();
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        URL found = findResource(name);
        return Collections.enumeration(found == null ? List.of() : List.of(found));
    }
}
