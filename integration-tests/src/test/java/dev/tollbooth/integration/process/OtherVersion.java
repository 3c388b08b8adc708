package dev.tollbooth.integration.migration;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/**
 * A class loader of one version of a migration tool from its own jars, instead of the tests' class loader.
 *
 * <p>Thread-safe.
 */
final class ToolLine extends URLClassLoader {
    private static final List<String> OWN =
            List.of("org.flywaydb.", "liquibase.", "dev.tollbooth.flyway.", "dev.tollbooth.liquibase.");
    private static final List<String> SERVICES =
            List.of("META-INF/services/org.flywaydb.", "META-INF/services/liquibase.");

    private final String migration;

    private ToolLine(URL[] places, String migration) {
        super(places, ToolLine.class.getClassLoader());
        this.migration = migration;
    }

    /** Opens {@code jars}. */
    static ToolLine open(List<Path> jars, Class<? extends Migration> migration) throws IOException {
        List<URL> places = new ArrayList<>();
        for (Path jar : jars) {
            places.add(url(jar));
        }
        places.add(migration.getProtectionDomain().getCodeSource().getLocation());
        return new ToolLine(places.toArray(URL[]::new), migration.getName());
    }

    /** Returns a new run of the tool. */
    Migration migration() throws ReflectiveOperationException {
        return (Migration) loadClass(migration).getConstructor().newInstance();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            if (!name.equals(migration) && OWN.stream().noneMatch(name::startsWith)) {
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
        List<URL> own = Collections.list(findResources(name));
        return own.isEmpty() && !isService(name) ? super.getResources(name) : Collections.enumeration(own);
    }

    private static boolean isService(String name) {
        return SERVICES.stream().anyMatch(name::startsWith);
    }

    private static URL url(Path jar) throws MalformedURLException {
        return jar.toUri().toURL();
    }
}
