package dev.tollbooth.jdbc;

import java.sql.DriverAction;
import java.util.HashMap;
import java.util.Map;

/**
 * The instances that URLs use: connections with the same {@code tollbooth.*} properties share one.
 *
 * <p>Thread-safe: one lock, taken at connect. At most {@value #MAX_INSTANCES} at a time, so that properties made anew
 * for each connection do not fill the memory; what would be one more accounts for nothing.
 */
final class Instances implements DriverAction {

    static final int MAX_INSTANCES = 64;

    private final DriverNotices notices = new DriverNotices();
    private final Map<Map<String, String>, Start> bySettings = new HashMap<>(); // guarded by this
    private Start off = makeOff(); // guarded by this

    private Start makeOff() {
        return new Start(Map.of(Setting.ENABLED.key, "off"), "", notices);
    }

    /** What is told of these instances. */
    DriverNotices notices() {
        return notices;
    }

    /**
     * Returns the instance of these settings, made at its first use, and anew after a close.
     *
     * @throws SettingsException if a setting is wrong
     */
    Tollbooth get(Map<String, String> settings) {
        return start(settings, "").get();
    }

    /**
     * Returns the start of that instance, which may be over; of one that is off where there are too many others.
     *
     * @param subProtocol the driver's that is about to connect, empty where that is not known
     */
    synchronized Start start(Map<String, String> settings, String subProtocol) {
        Start known = bySettings.get(settings);
        if (known != null && !known.isOver()) {
            return known;
        }
        if (known == null && bySettings.size() == MAX_INSTANCES) {
            bySettings.values().removeIf(Start::isOver);
        }
        if (known == null && bySettings.size() == MAX_INSTANCES) {
            notices.unaccounted("instances=" + MAX_INSTANCES + ", each of a different set of tollbooth.* connection"
                    + " properties; give connections of one kind the same properties, or close what is done with");
            if (off.isOver()) {
                off = makeOff();
            }
            return off;
        }
        Map<String, String> key = Map.copyOf(settings);
        Start fresh = new Start(key, subProtocol, notices);
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
