package dev.tollbooth.integration.packaging;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/** An application whose database driver is visible only to the thread's context class loader, as in a container. */
final class ContextLoaderApplication {
    private ContextLoaderApplication() {}

    /**
     * Runs the application.
     *
     * @param arguments the jar of the driver that is not on the class path
     */
    public static void main(String[] arguments) throws Exception {
        URL driver = Path.of(arguments[0]).toUri().toURL();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {driver}, ContextLoaderApplication.class.getClassLoader())) {
            Thread.currentThread().setContextClassLoader(loader);
            SmallApplication.run();
        }
    }
}
