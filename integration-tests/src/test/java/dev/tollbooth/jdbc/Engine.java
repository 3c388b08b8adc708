package dev.tollbooth.jdbc;

import dev.tollbooth.internal.instance.Instance;
import dev.tollbooth.internal.settings.SettingSources;
import dev.tollbooth.internal.settings.Settings;
import dev.tollbooth.internal.settings.TypedSettings;
import java.util.Map;

/** Access to the parts of an instance for tests. */
public final class Engine {

    private Engine() {}

    /** Returns the parts of {@code tollbooth}. */
    public static Instance of(Tollbooth tollbooth) {
        return tollbooth.instance();
    }

    /** Returns an instance that asks about a plan again after a millisecond, and not after ten minutes. */
    public static Tollbooth askingForPlansOften(Map<String, String> settings) {
        Settings loaded = Settings.load(TypedSettings.of(settings), SettingSources.ofThisJvm(), 1_000_000);
        return new Tollbooth(new Instance(loaded).complete());
    }
}
