package dev.tollbooth.integration.process;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/**
 * A class loader that loads one version of a library from its own jars, with the work that uses it, and all else,
 * including Tollbooth, from the class path.
 *
 * <p>Thread-safe.
 *
 * @param <W> the type of the work, which the class path has too
 */
public final class OtherVersion<W> extends URLClassLoader {
    private final Class<W> type;
    private final String work;
    private final List<String> own;

    private OtherVersion(URL[] places, Class<W> type, String work, List<String> own) {
        super(places, OtherVersion.class.getClassLoader());
        this.type = type;
        this.work = work;
        this.own = own;
    }

    /**
     * Opens jars.
     *
     * @param own the prefixes of the names of classes that are loaded from the jars, and of the work's
     */
    public static <W> OtherVersion<W> open(List<Path> jars, Class<W> type, Class<? extends W> work, List<String> own)
            throws IOException {
        List<URL> places = new ArrayList<>();
        for (Path jar : jars) {
            places.add(jar.toUri().toURL());
        }
        places.add(work.getProtectionDomain().getCodeSource().getLocation());
        return new OtherVersion<>(places.toArray(URL[]::new), type, work.getName(), own);
    }

    /** A run of the work. */
    public interface Run<W> {
        void run(W work) throws Exception;
    }

    /** Runs new work of this version, with this loader as the thread's context. */
    public void run(Run<? super W> run) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(this);
        try {
            run.run(type.cast(loadClass(work).getConstructor().newInstance()));
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            if (own.stream().noneMatch(name::startsWith)) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }

    @Override
    public URL getResource(String name) {
        URL found = findResource(name);
        return found == null && !isService(name) ? super.getResource(name) : found;
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        List<URL> found = Collections.list(findResources(name));
        return found.isEmpty() && !isService(name) ? super.getResources(name) : Collections.enumeration(found);
    }

    private boolean isService(String name) {
        return own.stream().anyMatch(prefix -> name.startsWith("META-INF/services/" + prefix));
    }
}
