package dev.tollbooth.jdbc;

import java.sql.DriverAction;
import java.util.HashMap;
import java.util.Map;

/**
 * The instances that URLs use: connections with the same {@code tollbooth.*} properties share one.
 *
 * <p>Thread-safe: one lock, taken at connect. At most {@value #MAX_INSTANCES} at a time, so that properties made anew
 * for each connection do not fill the memory.
 */
final class Instances implements DriverAction {

    private static final int MAX_INSTANCES = 64;

    private final Map<Map<String, String>, Tollbooth> bySettings = new HashMap<>();

    /**
     * Returns the instance of these settings, made at its first use, and anew after a close.
     *
     * @throws SettingsException if a setting is wrong, or there are too many different ones
     */
    synchronized Tollbooth get(Map<String, String> settings) {
        Tollbooth known = bySettings.get(settings);
        if (known != null && !known.isClosed()) {
            return known;
        }
        if (known == null && bySettings.size() == MAX_INSTANCES) {
            throw new SettingsException("too many instances: " + MAX_INSTANCES + " different sets of tollbooth.*"
                    + " connection properties are in use; give connections of one kind the same properties");
        }
        Tollbooth made = new Tollbooth(Settings.load(settings, Sources.ofThisJvm()));
        bySettings.put(Map.copyOf(settings), made);
        return made;
    }

    /** Closes and forgets all instances: the driver is deregistered. */
    @Override
    public synchronized void deregister() {
        bySettings.values().forEach(Tollbooth::close);
        bySettings.clear();
    }
}
