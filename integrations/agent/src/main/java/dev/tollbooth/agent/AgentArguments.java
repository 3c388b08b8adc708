package dev.tollbooth.agent;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The arguments after the jar in {@code -javaagent:tollbooth-agent.jar=}.
 *
 * @param settings settings of the engine, by their full names
 * @param classes class names of further drivers and data sources
 */
record AgentArguments(Map<String, String> settings, Set<String> classes) {

    private static final String PREFIX = "tollbooth.";
    /** The name of the argument or system property that lists further classes, separated by colons. */
    static final String CLASSES = "tollbooth.agent.classes";

    /**
     * Parses the arguments. A part without an equals sign continues the value before it, so values may contain commas.
     *
     * @param arguments the text from the JVM; null if there is none
     */
    static AgentArguments of(@Nullable String arguments) {
        Map<String, String> given = new LinkedHashMap<>();
        String last = "";
        for (String part : (arguments == null ? "" : arguments).split(",", -1)) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                String key = part.substring(0, equals).strip();
                last = key.startsWith(PREFIX) ? key : PREFIX + key;
                given.put(last, part.substring(equals + 1).strip());
            } else if (!last.isEmpty()) {
                given.put(last, given.get(last) + ',' + part);
            } else if (!part.isBlank()) {
                AgentLog.say("argument ignored: no '=' in its first part, write key=value,key=value");
            }
        }
        Set<String> classes = new LinkedHashSet<>();
        String named = given.remove(CLASSES);
        // removed, because the engine would report an unknown setting
        String property = System.clearProperty(CLASSES);
        addNames(classes, named != null ? named : property != null ? property : "");
        return new AgentArguments(given, classes);
    }

    private static void addNames(Set<String> classes, String names) {
        // no stream, because a JVM's first lambda takes ten milliseconds
        for (String name : names.split(":")) {
            if (!name.isBlank()) {
                classes.add(name.strip());
            }
        }
    }
}
