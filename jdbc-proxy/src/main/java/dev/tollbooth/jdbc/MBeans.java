package dev.tollbooth.jdbc;

import dev.tollbooth.accounting.control.Failures;
import dev.tollbooth.accounting.control.Place;
import dev.tollbooth.reporter.jmx.ExposedInstance;
import dev.tollbooth.reporter.jmx.Registration;
import java.lang.management.ManagementFactory;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServerFactory;
import org.jspecify.annotations.Nullable;

/**
 * The MBeans of one instance in the platform's server.
 *
 * <p>Thread-safe. A failure is counted, and the application goes on.
 */
final class MBeans implements AutoCloseable {

    /** Where threads wait for the lock that {@link #register} holds: who asks for the server, and another instance. */
    static final List<Class<?>> LOCKING = List.of(ManagementFactory.class, MBeans.class);

    private final String instance;
    private final Failures failures;
    private @Nullable Registration registration; // guarded by this
    private boolean closed; // guarded by this

    /** The MBeans of one instance, not registered yet. */
    MBeans(String instance, Failures failures) {
        this.instance = instance;
        this.failures = failures;
    }

    /**
     * Registers them, after all else of {@code preparation} is done.
     *
     * <p>Where the JVM has no MBean server yet, to make it takes as long as all the rest of a start. This thread then holds
     * the lock of {@link ManagementFactory#getPlatformMBeanServer} throughout the pause, so that whoever asks for the
     * server meanwhile gets it with the MBeans in it.
     */
    @SuppressWarnings("LockOnNonEnclosingClassLiteral") // to hold up those who ask for the server is what it is for
    void register(Preparation preparation) {
        try {
            synchronized (ManagementFactory.class) {
                if (!MBeanServerFactory.findMBeanServer(null).isEmpty() || preparation.pause()) {
                    preparation.doLater();
                    register(preparation.exposed());
                }
            }
        } catch (JMException | RuntimeException | LinkageError e) {
            // no MBeans, or a run-time image without the module java.management
            failures.caught(Place.JMX, e);
        }
    }

    private synchronized void register(ExposedInstance exposed) throws JMException {
        if (!closed) {
            registration = Registration.register(ManagementFactory.getPlatformMBeanServer(), instance, exposed);
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
