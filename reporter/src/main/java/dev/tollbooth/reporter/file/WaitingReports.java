package dev.tollbooth.reporter.file;

import dev.tollbooth.accounting.report.DropCount;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Encoded reports that are not on disk yet, in order, up to a number of bytes.
 *
 * <p>Not thread-safe.
 */
final class WaitingReports {

    private final long maxBytes;
    private final ArrayDeque<byte[]> messages = new ArrayDeque<>();
    private final ArrayDeque<DropCount> contents = new ArrayDeque<>(); // of each message
    private long bytes;

    WaitingReports(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Adds an encoded report; {@code lost} is what is lost with it. */
    void add(byte[] message, DropCount lost) {
        messages.addLast(message);
        contents.addLast(lost);
        bytes += message.length;
    }

    byte @Nullable [] first() {
        return messages.peekFirst();
    }

    DropCount removeFirst() {
        bytes -= messages.removeFirst().length;
        return contents.removeFirst();
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
        while (!messages.isEmpty()) {
            dropped = dropped.plus(removeFirst());
        }
        return dropped;
    }

    int count() {
        return messages.size();
    }

    long bytes() {
        return bytes;
    }
}
