package dev.tollbooth.cli.report;

import dev.tollbooth.internal.latency.LatencyHistogram;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.proto.v1.StatementRecord;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the statement records of one digest add up to, whoever sent it.
 *
 * <p>Not thread-safe.
 */
final class StatementSums {

    /**
     * One statement, whoever sent it.
     *
     * @param source where its request units are from, empty where they are not known
     * @param digest in hex; empty: the statements that had no room in the table
     */
    record Key(String source, String digest) {}

    private final LatencyHistogram histogram = new LatencyHistogram();
    private String summary = "";
    private double ru;
    private long executions;
    private long errors;
    private final Map<String, Long> errorsByClass = new TreeMap<>();
    private long rowsRead;
    private long rowsAffected;
    private long rowsUnknown;
    private boolean any;
    private long nanos;
    private long maxNanos;
    private long fetchNanos;
    private long clientBytes;
    private boolean clientBytesSampled;
    private long firstSecond = Long.MAX_VALUE;
    private long lastSecond;

    /** Adds what {@code record} counted in the window from {@code startSecond} to {@code endSecond}. */
    void add(StatementRecord record, long startSecond, long endSecond) {
        any = true;
        firstSecond = Math.min(firstSecond, startSecond);
        lastSecond = Math.max(lastSecond, endSecond);
        summary = record.getSummary().isEmpty() ? summary : record.getSummary();
        ru += record.getTotalRu();
        executions += record.getExecCount();
        errors += record.getErrorCount();
        record.getErrorsByClassMap().forEach((kind, times) -> errorsByClass.merge(kind, times, Long::sum));
        rowsRead += record.getRowsRead();
        rowsAffected += record.getRowsAffected();
        rowsUnknown += record.getRowsUnknown();
        nanos += record.getSumLatencyNs();
        maxNanos = Math.max(maxNanos, record.getMaxLatencyNs());
        fetchNanos += record.getSumFetchNs();
        clientBytes += record.getSumClientBytes();
        clientBytesSampled |= record.getClientBytesSampled();
        int buckets = Math.min(record.getBucketIndexCount(), record.getBucketCountCount());
        for (int i = 0; i < buckets; i++) {
            int bucket = record.getBucketIndex(i);
            if (bucket >= 0 && bucket < LatencyBuckets.COUNT && record.getBucketCount(i) > 0) {
                histogram.add(bucket, record.getBucketCount(i));
            }
        }
    }

    String summary() {
        return summary;
    }

    HistogramSnapshot histogram() {
        return histogram.snapshot();
    }

    double ru() {
        return ru;
    }

    long executions() {
        return executions;
    }

    long errors() {
        return errors;
    }

    /** Returns the errors by class of SQLState; none of reports that do not have them. */
    Map<String, Long> errorsByClass() {
        return errorsByClass;
    }

    /** Returns whether no record was added: of a statement that found no room in the table nothing is known. */
    boolean isEmpty() {
        return !any;
    }

    /** Returns the rows read and affected; null where there are none but those that drivers did not say. */
    @Nullable
    Long rows() {
        long known = rowsRead + rowsAffected;
        return known == 0 && rowsUnknown != 0 ? null : Long.valueOf(known);
    }

    /** Returns the executions whose rows affected the driver did not say, or not all of them. */
    long rowsUnknown() {
        return rowsUnknown;
    }

    long nanos() {
        return nanos;
    }

    long maxNanos() {
        return maxNanos;
    }

    long fetchNanos() {
        return fetchNanos;
    }

    long clientBytes() {
        return clientBytes;
    }

    /** Whether {@link #clientBytes} is scaled from some of the executions. */
    boolean clientBytesSampled() {
        return clientBytesSampled;
    }

    /** Returns the begin of the first window. */
    long firstSecond() {
        return firstSecond;
    }

    /** Returns the end of the last window. */
    long lastSecond() {
        return lastSecond;
    }
}
