package dev.tollbooth.jdbc;

import dev.tollbooth.reporter.jmx.SettingValue;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Finds the value of every setting: given in code or as a connection property, system property, environment
 * variable, file, default, in this order.
 *
 * <p>Not thread-safe: one instance loads once.
 */
final class SettingsLoader {

    private record Given(String text, String origin) {}

    private static final String ENVIRONMENT_PREFIX = "TOLLBOOTH_";

    private static final String HIDDEN = "***";

    private final Map<Setting, Given> given = new EnumMap<>(Setting.class);

    private SettingsLoader() {}

    static SettingsLoader load(Map<String, String> explicit, Sources sources) {
        SettingsLoader loader = new SettingsLoader();
        loader.addAll(explicit, "connection property", true);
        loader.addAll(ours(sources.system()), "system property", false);
        loader.addEnvironment(sources.environment());
        if (loader.given.containsKey(Setting.CONFIG)) {
            loader.addFile(Sources.file(loader.value(Setting.CONFIG, String.class)), "file of tollbooth.config");
        }
        loader.addFile(sources.resource(), "tollbooth.properties");
        return loader;
    }

    private static Map<String, String> ours(Map<String, String> all) {
        Map<String, String> result = new TreeMap<>();
        for (Map.Entry<String, String> entry : all.entrySet()) {
            if (entry.getKey().startsWith(Setting.PREFIX)) {
                result.put(entry.getKey(), entry.getValue());
            }
        }
        return result;
    }

    private void addAll(Map<String, String> values, String origin, boolean prefixOptional) {
        Map<Setting, String> ofSource = new EnumMap<>(Setting.class);
        for (Map.Entry<String, String> entry : values.entrySet()) {
            String name = entry.getKey();
            String value = entry.getValue();
            String key = prefixOptional && !name.startsWith(Setting.PREFIX) ? Setting.PREFIX + name : name;
            Setting setting = setting(name, key, origin);
            String other = ofSource.put(setting, value);
            if (other != null && !other.equals(value)) {
                throw new SettingsException("two values of one setting: " + setting.key + " (" + origin
                        + "), with and without its prefix; remove one");
            }
        }
        for (Map.Entry<Setting, String> entry : ofSource.entrySet()) {
            add(entry.getKey(), entry.getValue(), origin);
        }
    }

    private void addFile(Map<String, String> values, String origin) {
        if (values.containsKey(Setting.CONFIG.key) || values.containsKey("config")) {
            throw new SettingsException("setting in the wrong place: " + Setting.CONFIG.key + " (" + origin
                    + "), a file can't name another; give it as a system property, in the environment or in code");
        }
        addAll(values, origin, true);
    }

    private static Setting setting(String name, String key, String origin) {
        List<String> known = new ArrayList<>();
        for (Setting setting : Setting.values()) {
            if (setting.key.equals(key)) {
                return setting;
            }
            known.add(setting.key);
        }
        throw unknown(name, key, origin, Setting.PREFIX, known);
    }

    private static SettingsException unknown(
            String name, String key, String origin, String prefix, List<String> known) {
        String nearest = NearestName.behindPrefix(prefix, key, known);
        return new SettingsException("unknown setting: " + Shown.key(name) + " (" + origin + ")"
                + (nearest == null
                        ? "; the settings are " + String.join(", ", known)
                        : ", did you mean " + nearest + "?"));
    }

    private void addEnvironment(Map<String, String> environment) {
        for (Map.Entry<String, String> entry : environment.entrySet()) {
            if (entry.getKey().startsWith(ENVIRONMENT_PREFIX)) {
                add(ofEnvironment(entry.getKey()), entry.getValue(), "environment");
            }
        }
    }

    private static Setting ofEnvironment(String name) {
        List<String> known = new ArrayList<>();
        for (Setting setting : Setting.values()) {
            if (setting.environmentName().equals(name)) {
                return setting;
            }
            known.add(setting.environmentName());
        }
        throw unknown(name, name, "environment", ENVIRONMENT_PREFIX, known);
    }

    private void add(Setting setting, String value, String origin) {
        given.putIfAbsent(setting, new Given(value.strip(), origin));
    }

    /** Returns the typed value of {@code setting}. */
    <T> T value(Setting setting, Class<T> type) {
        Given found = given.get(setting);
        String text = found == null ? setting.defaultValue : found.text;
        // a default text is of its form: to check that would load regular expressions at each start
        boolean isText = setting.kind instanceof SettingKind.Text
                || setting.kind instanceof SettingKind.WarningPattern
                || text.isEmpty();
        Object value = found == null && isText ? text : setting.kind.read(text);
        if (value == null) {
            throw bad(setting, Objects.requireNonNull(found));
        }
        return type.cast(value);
    }

    private static SettingsException bad(Setting setting, Given found) {
        String shown = shown(setting, found);
        String hint = setting.kind instanceof SettingKind.Choice choice
                ? NearestName.hint(shown.toLowerCase(Locale.ROOT), choice.words())
                : "";
        return new SettingsException("bad setting: " + setting.key + "=" + shown + " (" + found.origin
                + "), allowed is " + setting.kind.allowed() + hint);
    }

    private static String shown(Setting setting, Given found) {
        return setting.kind instanceof SettingKind.Secret ? HIDDEN : Shown.value(found.text);
    }

    /** Returns every setting with its value, unless that is a secret, and where that comes from. */
    List<SettingValue> rows() {
        List<SettingValue> rows = new ArrayList<>();
        for (Setting setting : Setting.values()) {
            Given found = given.get(setting);
            rows.add(new SettingValue(
                    setting.key,
                    found == null
                            ? setting.defaultValue
                            : setting.kind instanceof SettingKind.Secret ? HIDDEN : found.text,
                    found == null ? "default" : found.origin));
        }
        return rows;
    }
}
