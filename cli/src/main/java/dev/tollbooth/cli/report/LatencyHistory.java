package dev.tollbooth.cli.report;

import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.StatementRecord;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A digest's latencies by the window that they were in.
 *
 * <p>Not thread-safe.
 */
final class LatencyHistory {

    private final String prefix;
    private final SortedMap<String, NavigableMap<Long, StatementSums>> byDigest = new TreeMap<>();
    private long widthSeconds = Long.MAX_VALUE;

    /** {@code prefix} is the begin of a digest in hex, lower case. */
    LatencyHistory(String prefix) {
        this.prefix = prefix;
    }

    void add(Report report) {
        for (StatementRecord record : report.getStatementRecordsList()) {
            String digest = Hex.of(record.getDigest());
            if (!digest.isEmpty() && digest.startsWith(prefix)) {
                widthSeconds =
                        Math.max(1, Math.min(widthSeconds, report.getWindowEndSec() - report.getWindowStartSec()));
                byDigest.computeIfAbsent(digest, k -> new TreeMap<>())
                        .computeIfAbsent(report.getWindowStartSec(), k -> new StatementSums())
                        .add(record);
            }
        }
    }

    /** Returns the digests that begin with the prefix. */
    SortedMap<String, NavigableMap<Long, StatementSums>> byDigest() {
        return byDigest;
    }

    /** Returns the seconds of the shortest window. */
    long widthSeconds() {
        return widthSeconds;
    }
}
