package dev.tollbooth.spring;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * The settings of the starter itself, {@code tollbooth.spring.*}. A wrong one is logged and ignored.
 *
 * @param excluded names of beans that stay unchanged
 * @param names names of instances by names of beans, which are in lower case, without hyphens and underscores
 */
public record StarterSettings(Set<String> excluded, Map<String, String> names) {

    static final String PREFIX = "tollbooth.spring";
    public static final String EXCLUDE = PREFIX + ".exclude";
    public static final String NAMES = PREFIX + ".names";
    public static final String USER = PREFIX + ".user";
    public static final String ORIGIN = PREFIX + ".origin";
    public static final String HANDLER_ORIGIN = ORIGIN + ".handlers";
    public static final String TASK_ORIGIN = ORIGIN + ".tasks";
    public static final String LISTENER_ORIGIN = ORIGIN + ".listeners";

    private static final Log LOG = LogFactory.getLog(StarterSettings.class);

    /**
     * Returns the settings in Spring's configuration, and logs wrong ones.
     *
     * @param environment Spring's environment, with the application's configuration
     * @return the valid settings
     */
    public static StarterSettings of(Environment environment) {
        for (ConfigurationPropertyName name :
                EnvironmentSettings.names(environment, ConfigurationPropertyName.of(PREFIX))) {
            if (!isKnown(name)) {
                LOG.warn("setting ignored: unknown setting: " + name + " (" + EnvironmentSettings.PLACE
                        + "); the starter's are " + EXCLUDE + ", " + NAMES + ".BEAN, " + USER + ", " + ORIGIN + ", "
                        + HANDLER_ORIGIN + ", " + TASK_ORIGIN + " and " + LISTENER_ORIGIN);
            }
        }
        Map<String, String> names = new HashMap<>();
        bound(environment, NAMES, Bindable.mapOf(String.class, String.class), Map.of())
                .forEach((bean, name) -> names.put(plain(bean), name));
        Set<String> excluded = new LinkedHashSet<>();
        for (String bean : bound(environment, EXCLUDE, Bindable.setOf(String.class), Set.<String>of())) {
            excluded.add(bean.strip());
        }
        return new StarterSettings(excluded, names);
    }

    /**
     * {@return the name of the instance for the bean, null if none is given}
     *
     * @param bean the bean's name
     */
    public @Nullable String nameFor(String bean) {
        return names.get(plain(bean));
    }

    /**
     * Returns the name of a bean in lower case, without hyphens and underscores. Environment variables have no case,
     * and YAML may have hyphens.
     */
    private static String plain(String bean) {
        String plain = StringUtils.delete(StringUtils.delete(bean, "-"), "_");
        return plain.toLowerCase(Locale.ROOT);
    }

    private static boolean isKnown(ConfigurationPropertyName name) {
        return isOrBelow(name, EXCLUDE)
                || isOrBelow(name, NAMES)
                || isOrBelow(name, USER)
                || List.of(ORIGIN, HANDLER_ORIGIN, TASK_ORIGIN, LISTENER_ORIGIN).contains(name.toString());
    }

    private static boolean isOrBelow(ConfigurationPropertyName name, String key) {
        ConfigurationPropertyName known = ConfigurationPropertyName.of(key);
        return known.equals(name) || known.isAncestorOf(name);
    }

    private static <T> T bound(Environment environment, String key, Bindable<T> type, T otherwise) {
        try {
            return Binder.get(environment).bind(key, type).orElse(otherwise);
        } catch (RuntimeException e) {
            LOG.warn("setting ignored: " + key + " (" + EnvironmentSettings.PLACE + ") can't be read, exception="
                    + e.getClass().getName() + "; write it as the guide shows");
            return otherwise;
        }
    }
}
