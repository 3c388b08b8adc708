package dev.tollbooth.internal.settings;

import dev.tollbooth.internal.jmx.IgnoredSetting;
import java.util.ArrayList;
import java.util.List;

/**
 * Settings that have no effect: the first {@value #MAX} by name, and the number of all others, because a foreign file
 * may have any number.
 *
 * <p>Not thread-safe.
 */
final class IgnoredSettings {

    static final int MAX = 50;

    private final List<IgnoredSetting> first = new ArrayList<>();
    private int further;

    void add(IgnoredSetting setting) {
        if (first.size() < MAX) {
            first.add(setting);
        } else {
            further++;
        }
    }

    void clear() {
        first.clear();
        further = 0;
    }

    List<IgnoredSetting> list() {
        List<IgnoredSetting> all = new ArrayList<>(first);
        if (further > 0) {
            all.add(new IgnoredSetting("", "", "too many to name: further=" + further + "; remove what is no setting"));
        }
        return all;
    }
}
