package dev.tollbooth.internal.settings;

import java.io.IOException;
import java.util.Map;

/** A source of the settings of one place, which is read after all places with a higher precedence. */
@FunctionalInterface
public interface SettingSource {

    /** Returns the values by their names as written. */
    Map<String, String> read() throws IOException;
}
