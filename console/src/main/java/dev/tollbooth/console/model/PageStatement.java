package dev.tollbooth.console.model;

import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.statement.RuTerm;
import java.util.List;

/**
 * One row of the page's statements.
 *
 * @param identity its schema and digest
 * @param summary its short text for people
 * @param text the normalized text; cut after 16,384 characters, or after 120 if {@code points} is empty and there are
 *     very many statements
 * @param figures the figures of the whole span
 * @param origins its origins in the whole span; empty if none is named and nothing is repeated
 * @param terms the terms of its request units in the whole span; empty if no report has them, or they have several
 *     sources
 * @param points the figures by time; empty for one of many cheap statements
 */
public record PageStatement(
        StatementIdentity identity,
        String summary,
        String text,
        Figures figures,
        List<StatementOrigin> origins,
        List<RuTerm> terms,
        List<SeriesPoint> points) {

    /** Copies the collections. */
    public PageStatement {
        origins = List.copyOf(origins);
        terms = List.copyOf(terms);
        points = List.copyOf(points);
    }

    PageStatement withoutHistograms() {
        List<SeriesPoint> bare =
                points.stream().map(SeriesPoint::withoutHistogram).toList();
        return new PageStatement(identity, summary, text, figures, origins, terms, bare);
    }

    /** Returns whether the statement has points without latencies. */
    boolean lacksHistograms() {
        return points.stream().anyMatch(point -> point.histogram() == null);
    }
}
