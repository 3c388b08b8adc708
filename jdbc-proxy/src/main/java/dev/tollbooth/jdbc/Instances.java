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

    private final Map<Map<String, String>, Start> bySettings = new HashMap<>();

    /**
     * Returns the instance of these settings, made at its first use, and anew after a close.
     *
     * @throws SettingsException if a setting is wrong, or there are too many different ones
     */
    Tollbooth get(Map<String, String> settings) {
        return start(settings, "").get();
    }

    /**
     * Returns the start of that instance, which may be over.
     *
     * @param subProtocol the driver's that is about to connect, empty where that is not known
     * @throws SettingsException if there are too many different ones
     */
    synchronized Start start(Map<String, String> settings, String subProtocol) {
        Start known = bySettings.get(settings);
        if (known != null && !known.isOver()) {
            return known;
        }
        if (known == null && bySettings.size() == MAX_INSTANCES) {
            throw new SettingsException("too many instances: " + MAX_INSTANCES + " different sets of tollbooth.*"
                    + " connection properties are in use; give connections of one kind the same properties");
        }
        Map<String, String> key = Map.copyOf(settings);
        Start fresh = new Start(key, subProtocol);
        bySettings.put(key, fresh);
        return fresh;
    }

    /** Closes and forgets all instances: the driver is deregistered. */
    @Override
    public synchronized void deregister() {
        for (Start start : bySettings.values()) {
            start.close();
        }
        bySettings.clear();
    }
}
