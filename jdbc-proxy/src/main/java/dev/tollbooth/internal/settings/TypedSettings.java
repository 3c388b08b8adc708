package dev.tollbooth.internal.settings;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a developer for a connection or an instance. Settings in code win over the URL.
 *
 * @param code settings in code or connection properties; the prefix {@code tollbooth.} is optional
 * @param url settings in the connection's URL
 * @param fault the mistake in the form of the settings, null if there is none
 */
public record TypedSettings(
        Map<String, String> code,
        Map<String, String> url,
        @Nullable String fault) {

    /** Returns settings in code or connection properties, without a URL. */
    public static TypedSettings of(Map<String, String> code) {
        return new TypedSettings(code, Map.of(), null);
    }

    /** Returns settings in code with the rules of connection properties: a key without the prefix is a fault. */
    public static TypedSettings ofProperties(Map<String, String> code) {
        for (String key : new TreeSet<>(code.keySet())) {
            if (!key.startsWith(Setting.PREFIX)) {
                String name = ErrorText.key(key);
                String fault = "setting without its prefix: " + name + " (" + SettingPlace.TYPED.name()
                        + "), did you mean " + Setting.PREFIX + name + "?";
                return new TypedSettings(code, Map.of(), fault);
            }
        }
        return of(code);
    }

    /** Returns the keys only: a value may be a password. */
    @Override
    public String toString() {
        return "TypedSettings" + code.keySet() + url.keySet();
    }

    /** Returns the key that identifies the instance: the values in force, whether from code or from the URL. */
    public Map<String, String> key() {
        Map<String, String> key = new TreeMap<>(url);
        code.forEach((name, value) -> {
            if (!value.isBlank()) { // a value that counts as not given
                key.put(name, value);
            }
        });
        if (fault != null) {
            key.put("", fault);
        }
        return key;
    }
}
