package dev.tollbooth.console.model;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.file.RecordedFigures;
import dev.tollbooth.proto.v1.OriginRecord;
import dev.tollbooth.proto.v1.StatementRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The records of a statement, added up by origin. Executions without an origin have a sum of their own, so all sums
 * together equal those of the statement.
 *
 * <p>Not thread-safe.
 */
final class OriginTally {

    /** The number of origins with sums of their own; all others are one sum. */
    static final int MOST = 50;

    static final String OTHERS = "(other)";

    private final Map<String, Figures> byName = new LinkedHashMap<>();
    private Figures ofNone = Figures.NONE;

    void add(StatementRecord record) {
        for (OriginRecord origin : record.getOriginsList()) {
            add(byName, origin.getOrigin(), RecordedFigures.of(origin, RecordedFigures.sourceOf(record)));
        }
        ofNone = ofNone.plus(RecordedFigures.ofNoOrigin(record));
    }

    void add(OriginTally other) {
        other.byName.forEach((name, figures) -> add(byName, name, figures));
        ofNone = ofNone.plus(other.ofNone);
    }

    /**
     * Adds figures to the sums of {@code name}. Once there are {@value #MOST} names, figures of new names go to one sum
     * of all others.
     */
    static void add(Map<String, Figures> byName, String name, Figures figures) {
        boolean known = byName.size() < MOST || byName.containsKey(name);
        byName.merge(known ? name : OTHERS, figures, Figures::plus);
    }

    /**
     * Returns the origins, the longest time first, and then the executions without an origin. Empty if no origin is
     * named and nothing is repeated.
     */
    List<StatementOrigin> origins() {
        if (byName.isEmpty() && Figure.REPEATED.rank(ofNone) <= 0) {
            return List.of();
        }
        List<StatementOrigin> result = new ArrayList<>();
        byName.forEach((name, figures) -> result.add(new StatementOrigin(name, figures)));
        result.sort(Comparator.comparingLong(
                        (StatementOrigin origin) -> origin.figures().nanos())
                .reversed());
        if (ofNone.count() > 0 || ofNone.nanos() > 0) {
            result.add(new StatementOrigin("", ofNone));
        }
        return result;
    }
}
