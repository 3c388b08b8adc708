package dev.tollbooth.internal.file;

import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Sha256;
import java.io.ByteArrayOutputStream;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.jspecify.annotations.Nullable;

/** A converter that turns reports into the lines of HdrHistogram's interval log, version 1.3. */
final class HistogramLines {

    /** The tag of statements without a row of their own. */
    static final String OTHERS = "others";

    private static final int SIGNIFICANT_DIGITS = 2;
    private static final long MILLIS_PER_SECOND = 1_000;
    private static final long PICOS_PER_NANO = 1_000;
    /** The nanoseconds of a millisecond, the unit in which the log shows the maximum. */
    private static final double NANOS_PER_SHOWN = 1_000_000;

    private record Latencies(HistogramSnapshot histogram, long maxNanos) {
        Latencies plus(Latencies other) {
            return new Latencies(histogram.merge(other.histogram), Math.max(maxNanos, other.maxNanos));
        }
    }

    private HistogramLines() {}

    /**
     * Returns the first lines of a file whose first window begins at {@code startEpochSeconds}, seconds since 1970 UTC.
     */
    static byte[] header(long startEpochSeconds) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        HistogramLogWriter writer = new HistogramLogWriter(bytes);
        writer.outputComment("[Tollbooth: latency of SQL statements in nanoseconds, one tag per digest]");
        writer.outputLogFormatVersion();
        writer.outputStartTime(startEpochSeconds * MILLIS_PER_SECOND);
        writer.outputLegend();
        writer.close();
        return bytes.toByteArray();
    }

    /** Returns the lines of a report's window; no bytes if the report counts no execution. */
    static byte[] of(Report report) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        HistogramLogWriter writer = new HistogramLogWriter(bytes);
        StatementRecord all = report.global();
        if (all != null) {
            write(writer, report.window(), null, new Latencies(all.histogram(), all.maxLatencyNanos()));
        }
        Map<Sha256, Latencies> byDigest = new TreeMap<>();
        for (StatementRecord row : report.statements()) {
            byDigest.merge(row.digest(), new Latencies(row.histogram(), row.maxLatencyNanos()), Latencies::plus);
        }
        byDigest.forEach((digest, latencies) ->
                write(writer, report.window(), digest.isNone() ? OTHERS : digest.hex(), latencies));
        writer.close();
        return bytes.toByteArray();
    }

    private static void write(HistogramLogWriter writer, Window window, @Nullable String tag, Latencies latencies) {
        HistogramSnapshot counts = latencies.histogram;
        if (counts.total() == 0) {
            return;
        }
        Histogram histogram = new Histogram(SIGNIFICANT_DIGITS);
        for (int bucket = counts.firstBucket(); bucket <= counts.lastBucket(); bucket++) {
            if (counts.count(bucket) != 0) {
                histogram.recordValueWithCount(highNanos(bucket, latencies.maxNanos), counts.count(bucket));
            }
        }
        histogram.setTag(tag);
        writer.outputIntervalHistogram(
                (double) window.startEpochSeconds(), (double) window.endEpochSeconds(), histogram, NANOS_PER_SHOWN);
    }

    /** Returns the upper bound of a bucket in nanoseconds; for the last bucket, the greatest latency. */
    private static long highNanos(int bucket, long maxNanos) {
        return bucket == LatencyBuckets.COUNT - 1
                ? Math.max(maxNanos, LatencyBuckets.lowPicos(bucket) / PICOS_PER_NANO)
                : LatencyBuckets.highPicos(bucket) / PICOS_PER_NANO;
    }
}
