package dev.tollbooth.internal.settings;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A place where settings are written, such as the URL or the environment.
 *
 * @param name the name in messages and in the MBean {@code Settings}
 * @param kind the kind of place
 */
record SettingPlace(String name, Kind kind) {

    /** A kind of place, which decides the form of names and the handling of mistakes. */
    enum Kind {
        /** Code or connection properties, in which the prefix is optional. */
        TYPED,
        /** The connection's URL. */
        URL,
        /** The configuration of a framework, or system properties of the JVM. */
        SYSTEM,
        /** Environment variables: names in upper case, with underscores. */
        ENVIRONMENT,
        /** A file, in which the prefix is optional. */
        FILE
    }

    static final SettingPlace TYPED = new SettingPlace("connection property", Kind.TYPED);
    static final SettingPlace URL = new SettingPlace("URL", Kind.URL);
    static final SettingPlace SYSTEM = new SettingPlace("system property", Kind.SYSTEM);
    static final SettingPlace ENVIRONMENT = new SettingPlace("environment", Kind.ENVIRONMENT);
    static final SettingPlace RESOURCE = new SettingPlace("tollbooth.properties", Kind.FILE);

    /** The prefix of settings that Spring's integration itself reads. */
    private static final String OF_SPRING = Setting.PREFIX + "spring.";

    /** Returns the place of a framework's settings. */
    static SettingPlace framework(String name) {
        return new SettingPlace(name, Kind.SYSTEM);
    }

    /** Returns the place of the file that {@code tollbooth.config} names. */
    static SettingPlace file(String path) {
        return new SettingPlace(Setting.CONFIG.key + "=" + ErrorText.value(path), Kind.FILE);
    }

    /** Returns whether the developer writes the settings of this place. Mistakes in them are thrown as exceptions. */
    boolean isTyped() {
        return kind == Kind.TYPED || kind == Kind.URL;
    }

    /** Returns the prefix of all names in this place. */
    String prefix() {
        return kind == Kind.ENVIRONMENT
                ? Setting.PREFIX.toUpperCase(Locale.ROOT).replace('.', '_')
                : Setting.PREFIX;
    }

    /** Returns the name of the setting with this key; in the environment, dots and hyphens become underscores. */
    String nameOf(String key) {
        return kind == Kind.ENVIRONMENT
                ? key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_')
                : key;
    }

    /** Returns whether {@code name} is meant for Tollbooth, right or wrong. */
    boolean owns(String name) {
        if (kind == Kind.SYSTEM || kind == Kind.ENVIRONMENT) {
            return name.startsWith(prefix()) && !name.startsWith(nameOf(OF_SPRING));
        }
        return kind == Kind.TYPED || kind == Kind.FILE || name.startsWith(prefix());
    }

    /** Returns {@code name} with the prefix, which some places may omit. */
    String wholeName(String name) {
        return name.startsWith(prefix()) ? name : prefix() + name;
    }

    /** Returns the user of the budget called {@code name} in this place, null if it is no budget. */
    @Nullable
    String budgetUser(String name) {
        String whole = wholeName(name);
        String family = nameOf(Setting.BUDGET_FAMILY);
        if (!whole.startsWith(family) || whole.length() == family.length() || setting(name) != null) {
            return null;
        }
        String user = whole.substring(family.length());
        return kind == Kind.ENVIRONMENT ? user.toLowerCase(Locale.ROOT) : user;
    }

    /** Returns the setting that is called {@code name} in this place; null if there is none. */
    @Nullable
    Setting setting(String name) {
        String whole = wholeName(name);
        for (Setting setting : Setting.values()) {
            if (nameOf(setting.key).equals(whole)) {
                return setting;
            }
        }
        return null;
    }
}
