package dev.tollbooth.jdbc;

import dev.tollbooth.accounting.control.Failures;
import dev.tollbooth.accounting.control.Place;
import dev.tollbooth.reporter.jmx.ExposedInstance;
import dev.tollbooth.reporter.jmx.Registration;
import java.lang.management.ManagementFactory;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.MBeanServerFactory;
import org.jspecify.annotations.Nullable;

/**
 * The MBeans of one instance in the platform's server.
 *
 * <p>Thread-safe. A failure is counted, and the application goes on.
 */
final class MBeans implements AutoCloseable {

    private final String instance;
    private final Supplier<ExposedInstance> exposed;
    private final Failures failures;
    private @Nullable Registration registration; // guarded by this
    private boolean closed; // guarded by this

    /** The MBeans of {@code exposed}, not registered yet. */
    MBeans(String instance, Supplier<ExposedInstance> exposed, Failures failures) {
        this.instance = instance;
        this.exposed = exposed;
        this.failures = failures;
    }

    /**
     * Registers them.
     *
     * <p>Where the JVM has no MBean server yet, to make it takes as long as all the rest of a start. This thread then holds
     * the lock of {@link ManagementFactory#getPlatformMBeanServer} throughout {@code pause}, so that whoever asks for the
     * server meanwhile gets it with the MBeans in it.
     *
     * @param pause returns when the server is to be made, and whether it still is
     * @param before is run before they are registered: what they show
     */
    @SuppressWarnings("LockOnNonEnclosingClassLiteral") // to hold up those who ask for the server is what it is for
    void register(BooleanSupplier pause, Runnable before) {
        try {
            synchronized (ManagementFactory.class) {
                if (!MBeanServerFactory.findMBeanServer(null).isEmpty() || pause.getAsBoolean()) {
                    before.run();
                    register();
                }
            }
        } catch (JMException | RuntimeException | LinkageError e) {
            // no MBeans, or a run-time image without the module java.management
            failures.caught(Place.JMX, e);
        }
    }

    private synchronized void register() throws JMException {
        if (!closed) {
            registration = Registration.register(ManagementFactory.getPlatformMBeanServer(), instance, exposed.get());
        }
    }

    /** Unregisters the MBeans; a second call does nothing. */
    @Override
    public synchronized void close() {
        closed = true;
        if (registration != null) {
            registration.close();
            registration = null;
        }
    }
}
