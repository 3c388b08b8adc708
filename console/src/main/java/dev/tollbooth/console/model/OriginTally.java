package dev.tollbooth.console.model;

import dev.tollbooth.proto.v1.OriginRecord;
import dev.tollbooth.proto.v1.StatementRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Adds up a statement's records by origin; what is of none is what is left of the statement, so the sums are its own.
 *
 * <p>Not thread-safe.
 */
final class OriginTally {

    /** Of further ones only the sum is shown. */
    static final int MOST = 50;

    static final String OTHERS = "(other)";

    private final Map<String, StatementOrigin> byName = new LinkedHashMap<>();
    private StatementOrigin all = nothing("");

    private static StatementOrigin nothing(String name) {
        return new StatementOrigin(name, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    void add(StatementRecord record) {
        all = all.plus(record);
        for (OriginRecord origin : record.getOriginsList()) {
            String known = byName.size() < MOST || byName.containsKey(origin.getOrigin()) ? origin.getOrigin() : OTHERS;
            byName.put(known, byName.getOrDefault(known, nothing(known)).plus(origin));
        }
    }

    /** Returns them, the longest first, and last what is of none; empty where there are none and nothing is repeated. */
    List<StatementOrigin> origins() {
        if (byName.isEmpty() && all.repeated() == 0) {
            return List.of();
        }
        List<StatementOrigin> result = new ArrayList<>(byName.values());
        result.sort(Comparator.comparingLong(StatementOrigin::nanos).reversed());
        StatementOrigin rest = all;
        for (StatementOrigin origin : result) {
            rest = rest.minus(origin);
        }
        if (!rest.isNothing()) {
            result.add(rest);
        }
        return result;
    }
}
