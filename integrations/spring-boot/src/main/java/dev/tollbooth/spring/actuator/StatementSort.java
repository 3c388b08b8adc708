package dev.tollbooth.spring.actuator;

import java.util.Comparator;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;

/** What the endpoint's statements are sorted by, the most first. */
@SuppressWarnings("ImmutableEnumChecker") // its functions have no state
enum StatementSort {
    TIME(StatementFigures::totalMillis),
    COUNT(StatementFigures::count),
    ERRORS(StatementFigures::errors),
    P99(row -> row.p99Millis() == null ? -1 : row.p99Millis()),
    ROWS(row -> row.rowsRead() + (row.rowsAffected() == null ? 0 : row.rowsAffected())),
    RU(row -> row.ru() == null ? -1 : row.ru());

    private final ToDoubleFunction<StatementFigures> figure;

    StatementSort(ToDoubleFunction<StatementFigures> figure) {
        this.figure = figure;
    }

    /** Returns what {@code name} says, {@link #TIME} where it is null. */
    static StatementSort of(@Nullable String name) {
        if (name == null) {
            return TIME;
        }
        for (StatementSort sort : values()) {
            if (sort.name().equals(name.toUpperCase(Locale.ROOT))) {
                return sort;
            }
        }
        throw new InvalidEndpointRequestException(
                "sort is none of time, count, errors, p99, rows, ru",
                "sort is unknown; it is one of time, count, errors, p99, rows, ru");
    }

    Comparator<StatementFigures> mostFirst() {
        return Comparator.comparingDouble(figure).reversed();
    }
}
