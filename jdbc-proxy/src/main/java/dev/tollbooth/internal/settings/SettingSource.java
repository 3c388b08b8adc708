package dev.tollbooth.internal.settings;

import java.io.IOException;
import java.util.Map;

/** The settings of one place, which are read in the order of the places. */
@FunctionalInterface
public interface SettingSource {

    /** Returns the values by their names as written. */
    Map<String, String> read() throws IOException;
}
