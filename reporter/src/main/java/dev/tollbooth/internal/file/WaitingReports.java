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

    /** Removes the first report; returns its contents. */
    DropCount removeFirst() {
        EncodedReport first = reports.removeFirst();
        bytes -= first.message().length;
        return first.contents();
    }

    /** Drops the oldest reports until the rest is small enough; returns their contents. */
    DropCount dropExcess() {
        DropCount dropped = DropCount.NONE;
        while (bytes > maxBytes) {
            dropped = dropped.plus(removeFirst());
        }
        return dropped;
    }

    /** Drops all reports; returns their contents. */
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
