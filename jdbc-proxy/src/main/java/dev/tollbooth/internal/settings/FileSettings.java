package dev.tollbooth.internal.settings;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.InvalidPropertiesFormatException;
import java.util.Map;

/**
 * The file that {@code tollbooth.config} names.
 *
 * @param path the path as it was given
 */
record FileSettings(String path) implements SettingSource {

    @Override
    public Map<String, String> read() throws IOException {
        Path file = Path.of(path);
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            // reading a pipe would block
            throw new InvalidPropertiesFormatException("not a file");
        }
        try (InputStream in = Files.newInputStream(file)) {
            return PropertiesText.parse(in);
        }
    }
}
