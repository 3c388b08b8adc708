package dev.tollbooth.cli.report;

import dev.tollbooth.internal.figure.Figure;
import java.util.Locale;

/** The values of {@code top --by}: a figure, or the key of the rows. */
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
    /** Plans that a statement ran by, where they are known. */
    PLANS(Figure.PLANS),
    /** One row for each service, by time. */
    SERVICE(Figure.TIME),
    /** One row for each instance, by time. */
    INSTANCE(Figure.TIME),
    /** One row for each origin, who in the code executes, by time. */
    ORIGIN(Figure.TIME),
    /** One row for each statement that transactions repeat, and its origin. */
    REPETITIONS(Figure.REPEATED);

    private final Figure figure;

    TopOrder(Figure figure) {
        this.figure = figure;
    }

    Figure figure() {
        return figure;
    }

    /** Whether a row is of who sent it, not of a statement. */
    boolean ofSenders() {
        return this == SERVICE || this == INSTANCE;
    }

    /** Whether a row is of who in the code executes. */
    boolean ofOrigins() {
        return this == ORIGIN || this == REPETITIONS;
    }

    /** Whether the figure is known by user, not only of a statement as a whole. */
    boolean byUser() {
        return this == RU || this == TIME || this == COUNT || this == AVG || this == PLANS;
    }

    /** Returns the name as it is typed. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
