package dev.tollbooth.cli.report;

import dev.tollbooth.statement.Quantile;
import java.util.Comparator;

/** What the top statements are ordered by: the first three are known by user, the others of a statement as a whole. */
public enum TopOrder {
    /** Request units. */
    RU(true),
    /** Time of executions and fetches. */
    TIME(true),
    /** Executions. */
    COUNT(true),
    /** Latency that one in a hundred exceeds. */
    P99(false),
    /** Failed executions. */
    ERRORS(false),
    /** Rows read and affected. */
    ROWS(false),
    /** Bytes that the client allocated. */
    MEMORY(false);

    private final boolean byUser;

    TopOrder(boolean byUser) {
        this.byUser = byUser;
    }

    boolean byUser() {
        return byUser;
    }

    /** The most first, in an order that two runs share; others come last. */
    Comparator<TopRow> comparator() {
        return Comparator.comparing(TopRow::kind)
                .thenComparing(Comparator.comparingDouble(this::measure).reversed())
                .thenComparing(TopRow::digest)
                .thenComparing(row -> String.join(",", row.users()))
                .thenComparing(TopRow::keyspace);
    }

    private double measure(TopRow row) {
        return switch (this) {
            case RU -> row.knownRu();
            case TIME -> row.nanos();
            case COUNT -> row.executions();
            case P99 -> row.statement().histogram().quantileNanos(Quantile.P99);
            case ERRORS -> row.statement().errors();
            case ROWS -> row.statement().rows();
            case MEMORY -> row.statement().clientBytes();
        };
    }
}
