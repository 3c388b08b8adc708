package dev.tollbooth.internal.settings;

import java.io.IOException;
import java.util.Map;

/** The settings of one place, read when it is that place's turn. */
@FunctionalInterface
public interface SettingSource {

    /** Returns values by their names as written. */
    Map<String, String> read() throws IOException;
}
