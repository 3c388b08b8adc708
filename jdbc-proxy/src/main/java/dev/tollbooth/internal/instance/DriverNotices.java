package dev.tollbooth.internal.instance;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.control.Log;
import dev.tollbooth.internal.jmx.IgnoredSetting;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Logs problems with the driver's settings or instances, each in one line, however many connections it concerns.
 *
 * <p>Thread-safe.
 */
final class DriverNotices {

    /** So many different lines are remembered, then no more are logged. */
    static final int MAX_LINES = 1_000;

    @GuardedBy("this")
    private final Set<String> told = new HashSet<>();

    private final AtomicLong unaccounted = new AtomicLong();

    /** Tells what was given outside of the code and is not in force. */
    void ignored(List<IgnoredSetting> settings) {
        for (IgnoredSetting setting : settings) {
            once("setting ignored: " + setting.reason());
        }
    }

    /** Counts a connection that is not accounted, and tells {@code why} if there is memory to do so; throws nothing. */
    void unaccounted(String why) {
        try {
            unaccounted.incrementAndGet();
            once("a connection is not accounted: " + why);
        } catch (Throwable t) {
            // it is counted; the next one is told
        }
    }

    /** Returns how many connections are not accounted that should be. */
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
