package dev.tollbooth.internal.advice;

import dev.tollbooth.internal.digest.StatementKind;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.statement.Digest;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A statement as the rules of advice see it.
 *
 * @param schema null if the connection has none
 * @param figures all known figures of the statement
 * @param origins the figures of each named origin of the statement
 * @param preceding the statement that runs before a repetition of this one; null if unknown
 * @param afterWait the statement that runs after the application's longest wait behind this one; null for the end
 *     of the transaction
 */
public record AdvisedStatement(
        @Nullable String schema,
        Digest digest,
        Figures figures,
        Map<String, Figures> origins,
        @Nullable String preceding,
        @Nullable String afterWait) {

    /** Copies the map of origins. */
    public AdvisedStatement {
        origins = Map.copyOf(origins);
    }

    StatementKind kind() {
        return digest instanceof TextDigest known ? known.kind() : StatementKind.of(digest.text());
    }

    long get(Figure figure) {
        Number value = figures.get(figure);
        return value == null ? 0 : value.longValue();
    }

    /** Returns the mean time of an execution, its fetches included. */
    double meanNanos() {
        return figures.count() == 0 ? 0 : (double) (figures.nanos() + get(Figure.FETCH)) / figures.count();
    }

    /** Returns the origin with the highest value of {@code figure}. If no origin has a value, executions decide. */
    @Nullable
    String origin(Figure figure) {
        String most = originOf(figure);
        return most == null ? originOf(Figure.COUNT) : most;
    }

    private @Nullable String originOf(Figure figure) {
        return origins.entrySet().stream()
                .filter(each -> figure.rank(each.getValue()) > 0)
                .max((a, b) -> Double.compare(figure.rank(a.getValue()), figure.rank(b.getValue())))
                .map(Map.Entry::getKey)
                .orElse(null);
    }
}
