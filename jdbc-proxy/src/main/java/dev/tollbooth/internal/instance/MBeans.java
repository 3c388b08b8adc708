package dev.tollbooth.internal.instance;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Log;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.jmx.ExposedInstance;
import dev.tollbooth.internal.jmx.Registration;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/**
 * The MBeans of one instance in the platform's server.
 *
 * <p>Thread-safe. A failure is counted, and the application continues.
 */
final class MBeans implements AutoCloseable {

    private final String instance;
    private final Failures failures;

    @GuardedBy("this")
    private @Nullable Registration registration;

    @GuardedBy("this")
    private boolean closed;

    /** Makes the MBeans of one instance without registering them. */
    MBeans(String instance, Failures failures) {
        this.instance = instance;
        this.failures = failures;
    }

    /** Registers the MBeans; a second call does nothing. */
    synchronized void register(ExposedInstance exposed) {
        if (closed || registration != null) {
            return;
        }
        try {
            registration = Registration.register(ManagementFactory.getPlatformMBeanServer(), instance, exposed);
        } catch (NoClassDefFoundError e) {
            Log.info(
                    "no MBeans: this Java run time lacks the module java.management; add it, or set tollbooth.jmx=off");
        } catch (Exception | LinkageError e) {
            // caught as Exception: a more precise type would make the verifier load a class of java.management
            failures.caught(Place.JMX, e);
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
