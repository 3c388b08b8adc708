package dev.tollbooth.cli.report;

import dev.tollbooth.internal.figure.Figure;
import java.util.List;
import java.util.stream.Stream;

/**
 * A value of {@code top --by}: a figure of the catalogue that orders the rows, or a kind of rows.
 *
 * @param word the name on the command line
 * @param figure the figure that orders the rows
 */
public record TopOrder(String word, Figure figure) {

    /** One row for each service, by time. */
    public static final TopOrder SERVICE = new TopOrder("service", Figure.TIME);

    /** One row for each instance, by time. */
    public static final TopOrder INSTANCE = new TopOrder("instance", Figure.TIME);

    /** One row for each origin, by time. */
    public static final TopOrder ORIGIN = new TopOrder("origin", Figure.TIME);

    /** One row for each repeated statement and its origin. */
    public static final TopOrder REPETITIONS = new TopOrder("repetitions", Figure.REPEATED);

    private static final List<TopOrder> ALL = Stream.concat(
                    Figure.orders(true).stream().map(TopOrder::of),
                    Stream.of(new TopOrder("plans", Figure.PLAN_COUNT), SERVICE, INSTANCE, ORIGIN, REPETITIONS))
            .toList();

    /** Returns all orders, in the order of the help. */
    public static List<TopOrder> values() {
        return ALL;
    }

    /** Returns the order by {@code figure}. */
    static TopOrder of(Figure figure) {
        return new TopOrder(figure.word(), figure);
    }

    /** Returns whether the rows are services or instances, not statements. */
    boolean ofSenders() {
        return equals(SERVICE) || equals(INSTANCE);
    }

    /** Returns whether the rows are origins, or statements by origin. */
    boolean ofOrigins() {
        return equals(ORIGIN) || equals(REPETITIONS);
    }

    /** Returns whether the figure is known by user, not only for a statement as a whole. */
    boolean byUser() {
        return !ofSenders()
                && !ofOrigins()
                && switch (figure) {
                    case RU, TIME, COUNT, AVG, PLAN_COUNT -> true;
                    default -> false;
                };
    }
}
