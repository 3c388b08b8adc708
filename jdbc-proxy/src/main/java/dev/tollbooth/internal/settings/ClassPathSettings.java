package dev.tollbooth.internal.settings;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code tollbooth.properties} on the class path, by the thread's context class loader first, then Tollbooth's
 * own.
 */
record ClassPathSettings() implements SettingSource {

    @Override
    public Map<String, String> read() throws IOException {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        try (InputStream found = open(context);
                InputStream in = found == null ? open(ClassPathSettings.class.getClassLoader()) : found) {
            return in == null ? Map.of() : PropertiesText.parse(in);
        }
    }

    private static @Nullable InputStream open(@Nullable ClassLoader loader) {
        return loader == null ? null : loader.getResourceAsStream(SettingPlace.RESOURCE.name());
    }
}
