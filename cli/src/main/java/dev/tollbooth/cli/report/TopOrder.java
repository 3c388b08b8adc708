package dev.tollbooth.cli.report;

import dev.tollbooth.internal.figure.Figure;
import java.util.Locale;

/** The values of {@code top --by}: the figure that orders the rows, or a kind of rows. */
public enum TopOrder {
    RU(Figure.RU),
    TIME(Figure.TIME),
    COUNT(Figure.COUNT),
    AVG(Figure.AVG),
    P50(Figure.P50),
    P95(Figure.P95),
    P99(Figure.P99),
    P999(Figure.P999),
    MAX(Figure.MAX),
    ERRORS(Figure.ERRORS),
    ROWS(Figure.ROWS),
    MEMORY(Figure.ALLOCATED),
    /** The number of known plans. */
    PLANS(Figure.PLANS),
    /** One row for each service, by time. */
    SERVICE(Figure.TIME),
    /** One row for each instance, by time. */
    INSTANCE(Figure.TIME),
    /** One row for each origin, by time. */
    ORIGIN(Figure.TIME),
    /** One row for each repeated statement and its origin. */
    REPETITIONS(Figure.REPEATED);

    private final Figure figure;

    TopOrder(Figure figure) {
        this.figure = figure;
    }

    Figure figure() {
        return figure;
    }

    /** Returns whether the rows are services or instances, not statements. */
    boolean ofSenders() {
        return this == SERVICE || this == INSTANCE;
    }

    /** Returns whether the rows are origins, or statements by origin. */
    boolean ofOrigins() {
        return this == ORIGIN || this == REPETITIONS;
    }

    /** Returns whether the figure is known by user, not only for a statement as a whole. */
    boolean byUser() {
        return this == RU || this == TIME || this == COUNT || this == AVG || this == PLANS;
    }

    /** Returns the name on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
