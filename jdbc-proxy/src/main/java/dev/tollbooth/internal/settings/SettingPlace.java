package dev.tollbooth.internal.settings;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A place that settings come from.
 *
 * @param name what messages and the MBean {@code Settings} call it
 * @param kind who wrote there, and how names are written
 */
record SettingPlace(String name, Kind kind) {

    /** The author of the place, and the form of its names. */
    enum Kind {
        /** The developer, in code or as a connection property; the prefix is optional. */
        TYPED,
        /** The developer, in the connection's URL. */
        URL,
        /** Written by the people who configure a framework or the JVM. */
        SYSTEM,
        /** Names in upper case, with underscores. */
        ENVIRONMENT,
        /** The prefix is optional. */
        FILE
    }

    static final SettingPlace TYPED = new SettingPlace("connection property", Kind.TYPED);
    static final SettingPlace URL = new SettingPlace("URL", Kind.URL);
    static final SettingPlace SYSTEM = new SettingPlace("system property", Kind.SYSTEM);
    static final SettingPlace ENVIRONMENT = new SettingPlace("environment", Kind.ENVIRONMENT);
    static final SettingPlace RESOURCE = new SettingPlace("tollbooth.properties", Kind.FILE);

    /** The prefix of settings that Spring's integration reads itself, wherever Spring finds them. */
    private static final String OF_SPRING = Setting.PREFIX + "spring.";

    /** Returns the place that a framework reads. */
    static SettingPlace framework(String name) {
        return new SettingPlace(name, Kind.SYSTEM);
    }

    /** Returns the file that {@code tollbooth.config} names. */
    static SettingPlace file(String path) {
        return new SettingPlace(Setting.CONFIG.key + "=" + ErrorText.value(path), Kind.FILE);
    }

    /** Whether the developer wrote there, who may be told of a mistake by an exception. */
    boolean isTyped() {
        return kind == Kind.TYPED || kind == Kind.URL;
    }

    /** Returns what all names there begin with. */
    String prefix() {
        return kind == Kind.ENVIRONMENT
                ? Setting.PREFIX.toUpperCase(Locale.ROOT).replace('.', '_')
                : Setting.PREFIX;
    }

    /** Returns how the setting with this key is written there: in the environment, dots and hyphens are underscores. */
    String nameOf(String key) {
        return kind == Kind.ENVIRONMENT
                ? key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_')
                : key;
    }

    /** Whether {@code name} is meant for Tollbooth, be it right or wrong. */
    boolean owns(String name) {
        if (kind == Kind.SYSTEM || kind == Kind.ENVIRONMENT) {
            return name.startsWith(prefix()) && !name.startsWith(nameOf(OF_SPRING));
        }
        return kind == Kind.TYPED || kind == Kind.FILE || name.startsWith(prefix());
    }

    /** Returns {@code name} with the prefix that it may be written without. */
    String wholeName(String name) {
        return name.startsWith(prefix()) ? name : prefix() + name;
    }

    /** Returns the user whose budget is called {@code name} there, null if it is no budget's name. */
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

    /** Returns the setting that is called {@code name} there, null if there is none. */
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
