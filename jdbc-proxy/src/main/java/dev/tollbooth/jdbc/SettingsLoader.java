package dev.tollbooth.jdbc;

import dev.tollbooth.reporter.jmx.SettingValue;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Finds the value of every setting: given in code or as a connection property, system property, environment
 * variable, file, default, in this order.
 *
 * <p>Not thread-safe: one instance loads once.
 */
final class SettingsLoader {

    private record Given(String text, String origin) {}

    private final Map<Setting, Given> given = new EnumMap<>(Setting.class);

    private SettingsLoader() {}

    static SettingsLoader load(Map<String, String> explicit, Sources sources) {
        SettingsLoader loader = new SettingsLoader();
        loader.addAll(explicit, "connection property", true);
        loader.addAll(ours(sources.system()), "system property", false);
        loader.addEnvironment(sources.environment());
        if (loader.given.containsKey(Setting.CONFIG)) {
            loader.addAll(Sources.file(loader.value(Setting.CONFIG, String.class)), "file of tollbooth.config", true);
        }
        loader.addAll(sources.resource(), "tollbooth.properties", true);
        return loader;
    }

    private static Map<String, String> ours(Map<String, String> all) {
        Map<String, String> result = new java.util.TreeMap<>(all);
        result.keySet().removeIf(name -> !name.startsWith(Setting.PREFIX));
        return result;
    }

    private void addAll(Map<String, String> values, String origin, boolean prefixOptional) {
        values.forEach((name, value) -> {
            String key = prefixOptional && !name.startsWith(Setting.PREFIX) ? Setting.PREFIX + name : name;
            add(setting(name, key, origin), value, origin);
        });
    }

    private static Setting setting(String name, String key, String origin) {
        List<String> known = new ArrayList<>();
        for (Setting setting : Setting.values()) {
            if (setting.key.equals(key)) {
                return setting;
            }
            known.add(setting.key);
        }
        String hint = NearestName.hint(key, known);
        throw new SettingsException("unknown setting: " + name + " (" + origin + ")"
                + (hint.isEmpty() ? "; the settings are " + String.join(", ", known) : hint));
    }

    private void addEnvironment(Map<String, String> environment) {
        environment.forEach((name, value) -> {
            if (name.startsWith("TOLLBOOTH_")) {
                add(ofEnvironment(name), value, "environment");
            }
        });
    }

    private static Setting ofEnvironment(String name) {
        List<String> known = new ArrayList<>();
        for (Setting setting : Setting.values()) {
            if (setting.environmentName().equals(name)) {
                return setting;
            }
            known.add(setting.environmentName());
        }
        String hint = NearestName.hint(name, known);
        throw new SettingsException("unknown setting: " + name + " (environment)"
                + (hint.isEmpty() ? "; the variables are " + String.join(", ", known) : hint));
    }

    private void add(Setting setting, String value, String origin) {
        given.putIfAbsent(setting, new Given(value.strip(), origin));
    }

    /** Returns the typed value of {@code setting}. */
    <T> T value(Setting setting, Class<T> type) {
        Given found = given.get(setting);
        String text = found == null ? setting.defaultValue : found.text;
        Object value = setting == Setting.CONFIG && found == null ? "" : setting.kind.read(text);
        if (value == null) {
            throw bad(setting, Objects.requireNonNull(found));
        }
        return type.cast(value);
    }

    private static SettingsException bad(Setting setting, Given found) {
        String shown = found.text.length() > 64 ? found.text.substring(0, 64) + "..." : found.text;
        String hint = setting.kind instanceof SettingKind.Choice choice
                ? NearestName.hint(shown.toLowerCase(Locale.ROOT), choice.words())
                : "";
        return new SettingsException("bad setting: " + setting.key + "=" + shown + " (" + found.origin
                + "), allowed is " + setting.kind.allowed() + hint);
    }

    /** Returns every setting with its value and where that comes from. */
    List<SettingValue> rows() {
        List<SettingValue> rows = new ArrayList<>();
        for (Setting setting : Setting.values()) {
            Given found = given.get(setting);
            rows.add(new SettingValue(
                    setting.key,
                    found == null ? setting.defaultValue : found.text,
                    found == null ? "default" : found.origin));
        }
        return rows;
    }
}
