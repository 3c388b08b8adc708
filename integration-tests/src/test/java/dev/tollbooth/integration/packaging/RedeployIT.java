package dev.tollbooth.integration.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.process.ForkedJvm;
import dev.tollbooth.jdbc.TollboothDriver;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Driver;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.ObjectName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests an application that is redeployed in one JVM, with the database's driver in the container's loader: no
 * deployment remains in memory.
 */
@Tag("jdk")
final class RedeployIT {
    private static final int DEPLOYMENTS = 50;
    private static final String DEPLOYMENT = "deployment";
    private static final int MAX_COLLECTIONS = 100;

    @Test
    void deployments_fiftyTimes_leaveNoClassLoaderThreadOrBeanBehind() throws Exception {
        // containers load the drivers of their own loader before they deploy, as the other tests here do
        DriverManager.getDrivers();
        Set<ObjectName> beansBefore = tollboothBeans();
        List<WeakReference<ClassLoader>> deployed = new ArrayList<>();
        URL[] containersJars = {url(ForkedJvm.placeOf(org.h2.Driver.class))};
        try (URLClassLoader container = new URLClassLoader(containersJars, ClassLoader.getPlatformClassLoader())) {
            useDatabaseIn(container);
            for (int i = 0; i < DEPLOYMENTS; i++) {
                deployed.add(deploy(container));
            }
            assertThat(remaining(deployed)).as("class loaders left").isZero();
        }
        assertThat(threadsOfDeployments()).isEmpty();
        assertThat(tollboothBeans()).isEqualTo(beansBefore);
    }

    /**
     * Uses the database in the container's loader, because H2 keeps the context class loader of its first user forever,
     * even without Tollbooth.
     */
    private static void useDatabaseIn(ClassLoader container) throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(container);
        try {
            Driver driver = (Driver)
                    container.loadClass("org.h2.Driver").getConstructor().newInstance();
            driver.connect("jdbc:h2:mem:container", new Properties()).close();
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    /** Deploys the application. It is a method of its own, so that no local variable refers to the loader. */
    private static WeakReference<ClassLoader> deploy(ClassLoader container) throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        URL[] applicationsJars = {
            url(ForkedJvm.placeOf(RedeployIT.class)), url(ForkedJvm.placeOf(TollboothDriver.class))
        };
        try (URLClassLoader application = new URLClassLoader(DEPLOYMENT, applicationsJars, container)) {
            Thread.currentThread().setContextClassLoader(application);
            Class<?> main = application.loadClass(RedeployedApplication.class.getName());
            assertThat(main.getClassLoader()).isSameAs(application);
            ((Runnable) main.getConstructor().newInstance()).run();
            return new WeakReference<>(application);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    /**
     * Collects garbage until no deployment is left, or gives up; the collector needs several cycles for soft references
     * and cleaners.
     */
    private static long remaining(List<WeakReference<ClassLoader>> deployed) throws InterruptedException {
        long left = deployed.size();
        for (int i = 0; i < MAX_COLLECTIONS && left > 0; i++) {
            System.gc();
            Thread.sleep(20);
            left = deployed.stream().filter(loader -> loader.get() != null).count();
        }
        return left;
    }

    /**
     * Returns the threads that run code of a deployment's loader; other tests in this JVM have instances of their own.
     */
    private static Set<String> threadsOfDeployments() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> Arrays.stream(thread.getValue())
                        .anyMatch(frame -> DEPLOYMENT.equals(frame.getClassLoaderName())))
                .map(thread -> thread.getKey().getName())
                .collect(Collectors.toSet());
    }

    private static Set<ObjectName> tollboothBeans() throws Exception {
        return ManagementFactory.getPlatformMBeanServer().queryNames(new ObjectName("dev.tollbooth:*"), null);
    }

    private static URL url(Path place) throws Exception {
        return place.toUri().toURL();
    }
}
