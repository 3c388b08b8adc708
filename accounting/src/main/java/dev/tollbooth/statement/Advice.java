package dev.tollbooth.statement;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Advice for the application: a change, and its saving.
 *
 * @param kind a stable key, such as {@code n-plus-one}; the guide has a section for each
 * @param schema the schema; null if the advice is not about one statement, or the connection has none
 * @param digest DIGEST of the statement, 64 hexadecimal digits; null if the advice is not about one statement
 * @param about the statement's name for people, or another subject
 * @param origin the origin with the most executions that the advice is about; null if unknown
 * @param why the figures behind the advice, in a sentence
 * @param evidence the figures behind the advice by their keys in JSON
 * @param savedSeconds the seconds of statement time that the change would have saved so far; 0 if unknown
 * @param savedRoundTrips the round trips that the change would have saved so far; 0 if there are none
 * @param savedRuPerHour the request units saved per hour; null if unknown
 * @param share the greater of two saved shares, of all statement time and of all round trips, 0 to 1; some kinds of
 *     advice calculate another share
 * @param remedy the change, in a sentence
 * @param certainty the certainty: {@code sure}, {@code likely} or {@code possible}
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
     * @param schema the schema; null if the advice is not about one statement, or the connection has none
     * @param digest the statement's digest; null if the advice is not about one statement
     * @param about the statement's name for people, or another subject
     * @param origin the origin that executes the statement; null if unknown
     * @param why the figures behind the advice, in a sentence
     * @param evidence the figures behind the advice by their keys in JSON; copied
     * @param savedSeconds the statement time saved
     * @param savedRoundTrips the round trips saved
     * @param savedRuPerHour the request units saved per hour; null if unknown
     * @param share the saved share of the application's total, 0 to 1
     * @param remedy the change
     * @param certainty how sure the advice is
     */
    public Advice {
        evidence = Collections.unmodifiableMap(new LinkedHashMap<>(evidence));
    }
}
