package dev.tollbooth.console.model;

import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.file.RecordedFigures;
import dev.tollbooth.proto.v1.RuTerm;
import dev.tollbooth.proto.v1.StatementRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The records of a statement, added up.
 *
 * <p>Not thread-safe.
 */
final class StatementTotals {

    private String summary;
    private Figures figures = Figures.NONE;
    private final OriginTally origins = new OriginTally();

    /** The amount of each term of request units. */
    private final Map<RuTerm, Double> terms = new LinkedHashMap<>();

    /** Makes empty sums; {@code summary} is used if no record has one. */
    StatementTotals(String summary) {
        this.summary = summary;
    }

    /** Adds the sums of another statement, without the terms of its request units. */
    void add(StatementTotals other) {
        figures = figures.plus(other.figures);
        origins.add(other.origins);
    }

    /** Adds a record; {@code ofReport} has the terms of request units of the record's report. */
    void add(StatementRecord record, long startSecond, long endSecond, List<RuTerm> ofReport) {
        if (!record.getSummary().isEmpty()) {
            summary = record.getSummary();
        }
        figures = figures.plus(RecordedFigures.of(record, startSecond, endSecond));
        origins.add(record);
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

    List<StatementOrigin> origins() {
        return origins.origins();
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
