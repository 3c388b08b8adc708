package dev.tollbooth.internal.settings;

import java.io.IOException;
import java.util.Map;

/** The settings of one place, read when the place has its turn. */
@FunctionalInterface
public interface SettingSource {

    /** Returns the values by their names as written. */
    Map<String, String> read() throws IOException;
}
