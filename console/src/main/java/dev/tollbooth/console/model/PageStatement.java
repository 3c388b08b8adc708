package dev.tollbooth.console.model;

import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.RuTerm;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * One row of the page's statements.
 *
 * @param identity its schema and digest
 * @param summary its short text for people
 * @param text the normalized text; cut after 16,384 characters, or after 120 if {@code points} is empty and there are
 *     very many statements
 * @param figures the figures of the whole span
 * @param origins its figures by origin in the whole span, in order; an empty name means no origin; empty if no origin is
 *     named and nothing is repeated
 * @param terms the terms of its request units in the whole span; empty if no report has them, or they have several
 *     sources
 * @param points the figures by bucket of time; empty for one of many cheap statements
 */
public record PageStatement(
        StatementIdentity identity,
        String summary,
        String text,
        Figures figures,
        Map<String, Figures> origins,
        List<RuTerm> terms,
        SortedMap<Integer, Figures> points) {

    /** Copies the terms. */
    public PageStatement {
        terms = List.copyOf(terms);
    }

    /** Returns the number of latency buckets with a count in all points. */
    int width() {
        int used = 0;
        for (Figures point : points.values()) {
            HistogramSnapshot latencies = point.histogram();
            for (int i = latencies.firstBucket(); i <= latencies.lastBucket(); i++) {
                used += latencies.count(i) > 0 ? 1 : 0;
            }
        }
        return used;
    }

    PageStatement withoutLatencies() {
        return new PageStatement(
                identity, summary, text, figures, origins, terms, SeriesReading.withoutLatencies(points));
    }
}
