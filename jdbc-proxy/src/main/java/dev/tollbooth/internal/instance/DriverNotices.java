package dev.tollbooth.internal.instance;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.control.Log;
import dev.tollbooth.internal.jmx.InstanceFacts.IgnoredSetting;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A logger of problems with the driver's settings or instances. Each problem is one line, however many connections have
 * the problem.
 *
 * <p>Thread-safe.
 */
final class DriverNotices {

    /** The most different lines; no more are logged after them. */
    static final int MAX_LINES = 1_000;

    @GuardedBy("this")
    private final Set<String> told = new HashSet<>();

    private final AtomicLong unaccounted = new AtomicLong();

    /** Logs settings from outside the code that are ignored. */
    void ignored(List<IgnoredSetting> settings) {
        for (IgnoredSetting setting : settings) {
            once("setting ignored: " + setting.reason());
        }
    }

    /** Counts a connection that is not accounted, and logs {@code why} if there is memory; throws nothing. */
    void unaccounted(String why) {
        try {
            unaccounted.incrementAndGet();
            once("a connection is not accounted: " + why);
        } catch (Throwable t) {
            // the connection is counted, and the next one is logged
        }
    }

    /** Returns the number of connections that should be accounted but are not. */
    long unaccountedConnections() {
        return unaccounted.get();
    }

    private void once(String line) {
        synchronized (this) {
            if (told.size() >= MAX_LINES || !told.add(line)) {
                return;
            }
        }
        Log.warning(line);
    }
}
