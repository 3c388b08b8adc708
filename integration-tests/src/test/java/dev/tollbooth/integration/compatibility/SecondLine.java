package dev.tollbooth.integration.compatibility;

import dev.tollbooth.integration.compatibility.jpa.HibernateWork;
import dev.tollbooth.integration.database.Databases;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A class loader that loads the older version of Hibernate instead of the one on the class path, and all else,
 * including Tollbooth, from the class path.
 *
 * <p>Thread-safe.
 */
final class SecondLine extends URLClassLoader {
    private static final List<String> OWN =
            List.of("org.hibernate.", "jakarta.persistence.", HibernateWork.class.getPackageName() + ".");

    private SecondLine(URL[] places) {
        super(places, SecondLine.class.getClassLoader());
    }

    /** Opens the jars that the build has copied. */
    static SecondLine open() throws IOException {
        List<URL> places = new ArrayList<>();
        try (Stream<Path> jars = Files.list(Databases.older("hibernate-6"))) {
            for (Path jar : jars.sorted().toList()) {
                places.add(jar.toUri().toURL());
            }
        }
        places.add(HibernateWork.class.getProtectionDomain().getCodeSource().getLocation());
        return new SecondLine(places.toArray(URL[]::new));
    }

    void run(String url) throws ReflectiveOperationException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(this);
        try {
            @SuppressWarnings("unchecked")
            Consumer<String> work = (Consumer<String>)
                    loadClass(HibernateWork.class.getName()).getConstructor().newInstance();
            work.accept(url);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            if (OWN.stream().noneMatch(name::startsWith)) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }

    @Override
    public URL getResource(String name) {
        URL own = findResource(name);
        return own == null && !isService(name) ? super.getResource(name) : own;
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        return isService(name)
                ? Collections.enumeration(Collections.list(findResources(name)))
                : super.getResources(name);
    }

    private static boolean isService(String name) {
        return OWN.stream().anyMatch(own -> name.startsWith("META-INF/services/" + own));
    }
}
