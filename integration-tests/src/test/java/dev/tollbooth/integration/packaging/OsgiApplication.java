package dev.tollbooth.integration.packaging;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.felix.framework.FrameworkFactory;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;

/** A JVM with an OSGi framework whose class path has neither Tollbooth nor a database. */
final class OsgiApplication {

    private OsgiApplication() {}

    /**
     * Installs and starts the bundles, and prints the state of each.
     *
     * @param arguments the framework's folder, then the bundles
     */
    public static void main(String[] arguments) throws Exception {
        Framework framework = new FrameworkFactory().newFramework(Map.of(Constants.FRAMEWORK_STORAGE, arguments[0]));
        framework.start();
        try {
            startAll(framework, List.of(arguments).subList(1, arguments.length));
        } finally {
            framework.stop();
            framework.waitForStop(0);
        }
    }

    private static void startAll(Framework framework, List<String> jars) throws BundleException {
        List<Bundle> bundles = new ArrayList<>();
        for (String jar : jars) {
            bundles.add(framework
                    .getBundleContext()
                    .installBundle(Path.of(jar).toUri().toString()));
        }
        for (Bundle bundle : bundles) {
            bundle.start();
            System.out.println(bundle.getSymbolicName() + " active=" + (bundle.getState() == Bundle.ACTIVE));
        }
    }
}
