package dev.tollbooth.cli.attach;

import dev.tollbooth.statement.HistogramSnapshot;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/**
 * What one statement did between two readings.
 *
 * @param schema it ran in, empty where there is none
 * @param digest in hex, empty for the statements without room
 * @param count executions that ended
 * @param nanos their time in all
 * @param ru their request units; null where not known
 * @param errors how many failed
 * @param rows read and affected; null where there are none but those that drivers did not say
 * @param bytes allocated on the client; null where not read
 * @param latencies empty where the reading before had no histogram of it
 */
record StatementInterval(
        String schema,
        String digest,
        double count,
        double nanos,
        @Nullable Double ru,
        double errors,
        @Nullable Double rows,
        @Nullable Double bytes,
        HistogramSnapshot latencies) {

    private static final double PICOS_OF_NANO = 1_000;

    /** Returns what {@code after} has more than {@code before}; all of it where that is null, or was reset between. */
    static StatementInterval between(@Nullable CompositeData before, CompositeData after) {
        CompositeData since = before != null && isReset(before, after) ? null : before;
        return new StatementInterval(
                (String) after.get("schema"),
                AttachedStatements.digest(after),
                more(since, after, "COUNT_STAR"),
                more(since, after, "SUM_TIMER_WAIT") / PICOS_OF_NANO,
                moreOrNull(since, after, "SUM_RU"),
                more(since, after, "SUM_ERRORS"),
                rows(since, after),
                moreOrNull(since, after, "SUM_CLIENT_BYTES"),
                HistogramSnapshot.EMPTY);
    }

    private static @Nullable Double rows(@Nullable CompositeData before, CompositeData after) {
        double known = more(before, after, "SUM_ROWS_SENT") + more(before, after, "SUM_ROWS_AFFECTED");
        return known == 0 && more(before, after, "ROWS_UNKNOWN") > 0 ? null : Double.valueOf(known);
    }

    static boolean isReset(CompositeData before, CompositeData after) {
        return known(after, "COUNT_STAR") < known(before, "COUNT_STAR");
    }

    private static @Nullable Double moreOrNull(@Nullable CompositeData before, CompositeData after, String column) {
        return AttachedStatements.number(after, column) == null ? null : Double.valueOf(more(before, after, column));
    }

    private static double more(@Nullable CompositeData before, CompositeData after, String column) {
        return Math.max(0, known(after, column) - (before == null ? 0 : known(before, column)));
    }

    private static double known(CompositeData row, String column) {
        Double number = AttachedStatements.number(row, column);
        return number == null ? 0 : number;
    }

    StatementInterval with(HistogramSnapshot read) {
        return new StatementInterval(schema, digest, count, nanos, ru, errors, rows, bytes, read);
    }

    boolean isNothing() {
        return count == 0 && rows != null && rows == 0;
    }

    double meanNanos() {
        return count == 0 ? 0 : nanos / count;
    }
}
