package dev.tollbooth.cli.report;

import dev.tollbooth.statement.Quantile;
import java.util.Comparator;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the top statements are ordered by: the first four are known by user, the others of a statement as a whole. */
public enum TopOrder {
    /** Request units. */
    RU(true, true),
    /** Time of executions and fetches. */
    TIME(true, true),
    /** Executions. */
    COUNT(true, true),
    /** Mean time of an execution. */
    AVG(true, false),
    /** Median latency. */
    P50(false, false),
    /** Latency that one in twenty exceeds. */
    P95(false, false),
    /** Latency that one in a hundred exceeds. */
    P99(false, false),
    /** Latency that one in a thousand exceeds. */
    P999(false, false),
    /** The greatest latency. */
    MAX(false, false),
    /** Failed executions. */
    ERRORS(false, true),
    /** Rows read and affected. */
    ROWS(false, true),
    /** Bytes that the client allocated, all together. */
    MEMORY(false, true),
    /** Plans that it ran by, where plans are known. */
    PLANS(true, false),
    /** One row for each service, by time. */
    SERVICE(false, true),
    /** One row for each instance, by time. */
    INSTANCE(false, true),
    /** One row for each origin, who in the code executes, by time. */
    ORIGIN(false, true),
    /** One row for each statement that transactions repeat, and its origin. */
    REPETITIONS(false, true);

    private final boolean byUser;
    private final boolean additive;

    TopOrder(boolean byUser, boolean additive) {
        this.byUser = byUser;
        this.additive = additive;
    }

    /** Whether a row is of who sent it, not of a statement. */
    boolean ofSenders() {
        return this == SERVICE || this == INSTANCE;
    }

    /** Whether a row is of who in the code executes. */
    boolean ofOrigins() {
        return this == ORIGIN || this == REPETITIONS;
    }

    boolean byUser() {
        return byUser;
    }

    /** Whether figures of two rows add up, so that a row has a share of them. */
    boolean additive() {
        return additive;
    }

    /** Returns the name as it is typed. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The most first, in an order that two runs share; others come last. */
    Comparator<TopRow> comparator() {
        return Comparator.comparing(TopRow::kind)
                .thenComparing(Comparator.comparingDouble(this::measure).reversed())
                .thenComparing(Comparator.comparingLong(TopRow::nanos).reversed())
                .thenComparing(TopRow::digest)
                .thenComparing(row -> String.join(",", row.users()))
                .thenComparing(TopRow::keyspace);
    }

    /** Returns what a row has a share of: the figure itself, or time where figures don't add up. */
    double shared(TopRow row) {
        return additive ? measure(row) : row.nanos();
    }

    /** Returns whether the figure that shares are of is known of the row. */
    boolean hasShare(TopRow row) {
        return !additive || figure(row) != null;
    }

    private double measure(TopRow row) {
        Number figure = figure(row);
        return figure == null ? 0 : figure.doubleValue();
    }

    private @Nullable Number figure(TopRow row) {
        return switch (this) {
            case RU -> row.ru();
            case TIME, SERVICE, INSTANCE, ORIGIN, REPETITIONS -> row.nanos();
            case COUNT -> row.executions();
            case AVG -> row.executions() == 0 ? 0 : (double) row.nanos() / row.executions();
            case P50 -> row.statement().histogram().quantileNanos(Quantile.P50);
            case P95 -> row.statement().histogram().quantileNanos(Quantile.P95);
            case P99 -> row.statement().histogram().quantileNanos(Quantile.P99);
            case P999 -> row.statement().histogram().quantileNanos(Quantile.P999);
            case MAX -> row.statement().maxNanos();
            case ERRORS -> row.statement().errors();
            case ROWS -> row.statement().rows();
            case MEMORY -> row.statement().clientBytes();
            case PLANS -> row.plans().size();
        };
    }
}
