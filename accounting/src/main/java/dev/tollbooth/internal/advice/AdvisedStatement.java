package dev.tollbooth.internal.advice;

import dev.tollbooth.internal.compare.Slowdown;
import dev.tollbooth.internal.digest.StatementKind;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.statement.Digest;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A statement with the figures and facts that the rules of advice need.
 *
 * @param schema the schema; null if the connection has none
 * @param figures all known figures of the statement
 * @param origins the figures of each named origin of the statement
 * @param clues facts about the statement besides its figures
 */
public record AdvisedStatement(
        @Nullable String schema, Digest digest, Figures figures, Map<String, Figures> origins, Clues clues) {

    /**
     * Facts about a statement besides its figures.
     *
     * @param preceding the statement that runs before a repetition of this one; null if unknown
     * @param afterWait the statement that ran after the longest wait behind this one; null if the transaction ended
     *     after that wait
     * @param slowdown the slowdown or the new plan; null if there is none or it is unknown
     * @param uses samples of how the application uses the statement's results; null if there are none
     */
    public record Clues(
            @Nullable String preceding,
            @Nullable String afterWait,
            @Nullable Slowdown slowdown,
            SampledUses.@Nullable Use uses) {

        /** Clues that are all unknown. */
        public static final Clues NONE = new Clues(null, null, null, null);
    }

    /** Copies the map of origins. */
    public AdvisedStatement {
        origins = Map.copyOf(origins);
    }

    /** Returns this statement with another slowdown. */
    public AdvisedStatement with(@Nullable Slowdown known) {
        Clues more = new Clues(clues.preceding, clues.afterWait, known, clues.uses);
        return new AdvisedStatement(schema, digest, figures, origins, more);
    }

    StatementKind kind() {
        return digest instanceof TextDigest known ? known.kind() : StatementKind.of(digest.text());
    }

    long get(Figure figure) {
        Number value = figures.get(figure);
        return value == null ? 0 : value.longValue();
    }

    /** Returns the least latency in nanoseconds. Figures of reports have only the lower bound of its bucket. */
    long leastNanos() {
        long known = get(Figure.MIN);
        HistogramSnapshot histogram = figures.histogram();
        return known != 0 || histogram.total() == 0
                ? known
                : HistogramSnapshot.lowPicos(histogram.firstBucket()) / 1_000;
    }

    /** Returns the total time of executions and fetches, in nanoseconds. */
    double timeNanos() {
        return (double) (figures.nanos() + get(Figure.FETCH));
    }

    /**
     * Returns the mean time of an execution, its fetches included, without the time above P99: a cold start would make
     * many short executions look worth saving.
     */
    double meanNanos() {
        return figures.count() == 0 ? 0 : (timeNanos() - nanosAbove((double) get(Figure.P99))) / figures.count();
    }

    /** Returns the total time by which executions exceeded {@code limitNanos}, in nanoseconds. */
    double nanosAbove(double limitNanos) {
        HistogramSnapshot histogram = figures.histogram();
        double sum = 0;
        for (int bucket = histogram.lastBucket(); bucket >= histogram.firstBucket(); bucket--) {
            double nanos = HistogramSnapshot.lowPicos(bucket) / 1e3;
            if (nanos <= limitNanos) {
                break;
            }
            sum += histogram.count(bucket) * (nanos - limitNanos);
        }
        return Math.min(sum, (double) figures.nanos());
    }

    /**
     * Returns the origin with the highest value of {@code figure}, else the one with the most executions; null if no
     * origin is known.
     */
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
