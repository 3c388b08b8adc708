package dev.tollbooth.statement;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A finding: something to change in the application, and what that would save.
 *
 * @param kind a stable key, such as {@code n-plus-one}; the guide has a section for each
 * @param schema null where it is not about one statement, or the connection has none
 * @param digest DIGEST of the statement, 64 hexadecimal digits; null where it is not about one statement
 * @param about the statement's name for people, or what else it is about
 * @param origin who in the code executes the statement most often in this way; null where not known
 * @param why the figures that say so, in a sentence
 * @param evidence these figures by their keys in JSON
 * @param savedSeconds statement time that would be saved of all so far; 0 where it can't be told
 * @param savedRoundTrips round trips that would be saved of all so far; 0 where there are none
 * @param savedRuPerHour request units that would be saved per hour; null where not known
 * @param share the greater one of both savings as a share of the application's whole, 0 to 1
 * @param remedy what to change, in a sentence
 * @param certainty {@code sure}, {@code likely} or {@code possible}
 */
public record Advice(
        String kind,
        @Nullable String schema,
        @Nullable String digest,
        String about,
        @Nullable String origin,
        String why,
        Map<String, Number> evidence,
        double savedSeconds,
        long savedRoundTrips,
        @Nullable Double savedRuPerHour,
        double share,
        String remedy,
        String certainty) {

    /**
     * Copies the map, in its order.
     *
     * @param kind a stable key
     * @param schema null where it is not about one statement, or the connection has none
     * @param digest null where it is not about one statement
     * @param about the statement's name for people, or what else it is about
     * @param origin null where not known
     * @param why the figures that say so, in a sentence
     * @param evidence these figures by their keys in JSON; copied
     * @param savedSeconds statement time that would be saved
     * @param savedRoundTrips round trips that would be saved
     * @param savedRuPerHour null where not known
     * @param share 0 to 1
     * @param remedy what to change
     * @param certainty how sure it is
     */
    public Advice {
        evidence = Collections.unmodifiableMap(new LinkedHashMap<>(evidence));
    }
}
