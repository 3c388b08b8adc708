package dev.tollbooth.console.model;

import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.statement.RuTerm;
import java.util.List;

/**
 * One row of the page's statements.
 *
 * @param identity which one
 * @param summary its name for people
 * @param text normalized; shortened where {@code points} is empty and there are very many
 * @param figures of the whole span
 * @param origins who in the code executed it, in the whole span; empty where nobody says
 * @param terms what its request units are made of, in the whole span; empty where no report has it
 * @param points by time; empty where the statement is one of many that cost little
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

    /** Whether it has points without latencies. */
    boolean lacksHistograms() {
        return points.stream().anyMatch(point -> point.histogram() == null);
    }
}
