package dev.tollbooth.console.model;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.file.RecordedFigures;
import dev.tollbooth.proto.v1.OriginRecord;
import dev.tollbooth.proto.v1.RuTerm;
import dev.tollbooth.proto.v1.StatementRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The records of a statement, added up, together and by origin. Executions without an origin have a sum of their own, so
 * the sums of all origins together equal those of the statement.
 *
 * <p>Not thread-safe.
 */
final class StatementTotals {

    /** The number of origins with sums of their own; all others are one sum. */
    static final int MOST_ORIGINS = 50;

    static final String OTHERS = "(other)";

    private String summary;
    private Figures figures = Figures.NONE;
    private final Map<String, Figures> byOrigin = new LinkedHashMap<>();
    private Figures ofNoOrigin = Figures.NONE;

    /** The amount of each term of request units. */
    private final Map<RuTerm, Double> terms = new LinkedHashMap<>();

    /** Makes empty sums; {@code summary} is used if no record has one. */
    StatementTotals(String summary) {
        this.summary = summary;
    }

    /** Adds the sums of another statement, without the terms of its request units. */
    void add(StatementTotals other) {
        figures = figures.plus(other.figures);
        other.byOrigin.forEach((name, of) -> add(byOrigin, name, of));
        ofNoOrigin = ofNoOrigin.plus(other.ofNoOrigin);
    }

    /** Adds a record; {@code ofReport} has the terms of request units of the record's report. */
    void add(StatementRecord record, long startSecond, long endSecond, List<RuTerm> ofReport) {
        if (!record.getSummary().isEmpty()) {
            summary = record.getSummary();
        }
        figures = figures.plus(RecordedFigures.of(record, startSecond, endSecond));
        for (OriginRecord origin : record.getOriginsList()) {
            add(byOrigin, origin.getOrigin(), RecordedFigures.of(origin, RecordedFigures.sourceOf(record)));
        }
        ofNoOrigin = ofNoOrigin.plus(RecordedFigures.ofNoOrigin(record));
        int pairs = Math.min(record.getRuTermCount(), record.getRuTermAmountCount());
        for (int i = 0; i < pairs; i++) {
            int place = record.getRuTerm(i);
            if (place >= 0 && place < ofReport.size()) {
                terms.merge(ofReport.get(place), record.getRuTermAmount(i), Double::sum);
            }
        }
    }

    String summary() {
        return summary;
    }

    Figures figures() {
        return figures;
    }

    /**
     * Adds figures to the sums of {@code name}. Once there are {@value #MOST_ORIGINS} names, figures of new names go to
     * one sum of all others.
     */
    static void add(Map<String, Figures> byName, String name, Figures figures) {
        boolean known = byName.size() < MOST_ORIGINS || byName.containsKey(name);
        byName.merge(known ? name : OTHERS, figures, Figures::plus);
    }

    /**
     * Returns the figures by origin, the longest time first, and then those of executions without an origin under an
     * empty name. Empty if no origin is named and nothing is repeated.
     */
    Map<String, Figures> origins() {
        if (byOrigin.isEmpty() && Figure.REPEATED.rank(ofNoOrigin) <= 0) {
            return Map.of();
        }
        Map<String, Figures> result = new LinkedHashMap<>();
        Figure.TIME
                .sorted(byOrigin.entrySet(), Map.Entry::getValue)
                .forEach(each -> result.put(each.getKey(), each.getValue()));
        if (ofNoOrigin.count() > 0 || ofNoOrigin.nanos() > 0) {
            result.put("", ofNoOrigin);
        }
        return result;
    }

    /** Returns the terms of the request units; empty if no report has them, or they have several sources. */
    List<dev.tollbooth.statement.RuTerm> terms() {
        if (figures.isRuMixed()) {
            return List.of();
        }
        return terms.entrySet().stream()
                .map(each -> new dev.tollbooth.statement.RuTerm(
                        each.getKey().getName(),
                        each.getKey().getSource(),
                        each.getValue(),
                        each.getKey().getRuPerUnit()))
                .toList();
    }
}
