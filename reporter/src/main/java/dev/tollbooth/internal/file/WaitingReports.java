package dev.tollbooth.internal.file;

import dev.tollbooth.report.DropCount;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Encoded reports that are not on disk yet, in order, up to a number of bytes.
 *
 * <p>Not thread-safe.
 */
final class WaitingReports {

    private final long maxBytes;
    private final ArrayDeque<EncodedReport> reports = new ArrayDeque<>();
    private long bytes;

    WaitingReports(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    void add(EncodedReport report) {
        reports.addLast(report);
        bytes += report.message().length;
    }

    @Nullable
    EncodedReport first() {
        return reports.peekFirst();
    }

    /** Takes the first one out; returns what was in it. */
    DropCount removeFirst() {
        EncodedReport first = reports.removeFirst();
        bytes -= first.message().length;
        return first.contents();
    }

    /** Drops the oldest until the rest is small enough; returns what was in them. */
    DropCount dropExcess() {
        DropCount dropped = DropCount.NONE;
        while (bytes > maxBytes) {
            dropped = dropped.plus(removeFirst());
        }
        return dropped;
    }

    /** Drops all; returns what was in them. */
    DropCount dropAll() {
        DropCount dropped = DropCount.NONE;
        while (!reports.isEmpty()) {
            dropped = dropped.plus(removeFirst());
        }
        return dropped;
    }

    int count() {
        return reports.size();
    }

    long bytes() {
        return bytes;
    }
}
