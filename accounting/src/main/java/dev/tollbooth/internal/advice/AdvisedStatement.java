package dev.tollbooth.internal.advice;

import dev.tollbooth.internal.digest.StatementKind;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.statement.Digest;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A statement as advice looks at it.
 *
 * @param schema null where the connection has none
 * @param figures all that is known of it
 * @param origins what each origin with a name has of it
 * @param preceding the statement that runs before it is repeated; null where not known
 * @param afterWait the statement that runs after the application's longest wait behind this one; null: the end of the transaction
 */
public record AdvisedStatement(
        @Nullable String schema,
        Digest digest,
        Figures figures,
        Map<String, Figures> origins,
        @Nullable String preceding,
        @Nullable String afterWait) {

    /** Copies the map. */
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

    /** Returns the origin that has the most of {@code figure}; of executions where none has any. */
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
