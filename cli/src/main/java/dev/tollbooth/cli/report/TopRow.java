package dev.tollbooth.cli.report;

import dev.tollbooth.statement.HistogramSnapshot;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One line of the top statements.
 *
 * @param kind what the line is of
 * @param users who sent it; several where the line is of a statement whoever sent it
 * @param name the statement's name for people, or what the others are
 * @param digest in hex, empty in others
 * @param plans plan digests in hex
 * @param ru request units; null where those of no execution are known
 * @param unknown executions whose request units are not known
 * @param executions how often
 * @param nanos their time
 * @param statement the statement's figures, whoever sent it; empty ones in others
 */
record TopRow(
        Kind kind,
        String keyspace,
        List<String> users,
        String name,
        String digest,
        List<String> plans,
        @Nullable Double ru,
        long unknown,
        long executions,
        long nanos,
        Measures statement) {

    /** Returns the request units of {@code rows} together; null where none are known. */
    static @Nullable Double sumOfRu(List<TopRow> rows) {
        Double sum = null;
        for (TopRow row : rows) {
            if (row.ru != null) {
                sum = sum == null ? row.ru : Double.valueOf(sum + row.ru);
            }
        }
        return sum;
    }

    /** Returns what is known of its request units. */
    double knownRu() {
        return ru == null ? 0 : ru;
    }

    enum Kind {
        STATEMENT,
        USER_OTHERS,
        GLOBAL_OTHERS,
        /** What the limit or a filter leaves out. */
        REST
    }

    /**
     * What only the statement table knows; what is null is not known.
     *
     * @param histogram latencies
     * @param maxNanos the greatest of them
     * @param errors executions that failed
     * @param errorsByClass these by class of SQLState; empty where reports do not have them
     * @param rows read and affected
     * @param rowsUnknown executions whose rows affected the driver did not say
     * @param clientBytes allocated by the client
     * @param clientBytesSampled whether that is scaled from some of the executions
     * @param firstSecond begin of the first window that it was executed in
     * @param lastSecond end of the last one
     */
    record Measures(
            HistogramSnapshot histogram,
            @Nullable Long maxNanos,
            @Nullable Long errors,
            Map<String, Long> errorsByClass,
            @Nullable Long rows,
            @Nullable Long rowsUnknown,
            @Nullable Long clientBytes,
            boolean clientBytesSampled,
            @Nullable Long firstSecond,
            @Nullable Long lastSecond) {

        /** Of others, and of a statement that found no room in the table. */
        static final Measures NONE =
                new Measures(HistogramSnapshot.EMPTY, null, null, Map.of(), null, null, null, false, null, null);

        static Measures of(StatementSums sums) {
            if (sums.isEmpty()) {
                return NONE;
            }
            return new Measures(
                    sums.histogram(),
                    sums.histogram().total() == 0 && sums.maxNanos() == 0 ? null : sums.maxNanos(),
                    sums.errors(),
                    sums.errorsByClass(),
                    sums.rows(),
                    sums.rowsUnknown(),
                    sums.clientBytes() == 0 ? null : sums.clientBytes(),
                    sums.clientBytesSampled(),
                    sums.firstSecond(),
                    sums.lastSecond());
        }

        /** Returns both together, which must be of different statements. */
        Measures plus(Measures other) {
            Map<String, Long> together = new TreeMap<>(errorsByClass);
            other.errorsByClass.forEach((kind, times) -> together.merge(kind, times, Long::sum));
            return new Measures(
                    histogram.merge(other.histogram),
                    both(maxNanos, other.maxNanos, Math::max),
                    both(errors, other.errors, Long::sum),
                    together,
                    both(rows, other.rows, Long::sum),
                    both(rowsUnknown, other.rowsUnknown, Long::sum),
                    both(clientBytes, other.clientBytes, Long::sum),
                    clientBytesSampled || other.clientBytesSampled,
                    both(firstSecond, other.firstSecond, Math::min),
                    both(lastSecond, other.lastSecond, Math::max));
        }

        private static @Nullable Long both(@Nullable Long a, @Nullable Long b, LongBinaryOperator operator) {
            return a == null || b == null ? (a == null ? b : a) : Long.valueOf(operator.applyAsLong(a, b));
        }
    }
}
