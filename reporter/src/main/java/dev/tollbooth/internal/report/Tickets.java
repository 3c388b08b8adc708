package dev.tollbooth.internal.report;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.internal.topru.Collector;
import dev.tollbooth.report.ItemInterval;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Tickets of consumers that poll, such as JMX clients. A ticket ends 10 minutes after the last poll, so that windows
 * are not collected for a dead client.
 *
 * <p>Thread-safe.
 */
public final class Tickets {

    /** The lifetime of a ticket after the last poll, in nanoseconds. */
    public static final long LIFE_NANOS = TimeUnit.MINUTES.toNanos(10);

    /** The most tickets at a time. */
    public static final int LIMIT = 10;

    private static final int ID_BYTES = 8;

    private record Ticket(Runnable release, long endNanos) {}

    private final WindowSource source;
    private final Ticker ticker;

    @GuardedBy("this")
    private final Map<String, Ticket> open = new HashMap<>();

    Tickets(WindowSource source, Ticker ticker) {
        this.source = source;
        this.ticker = ticker;
    }

    /**
     * Opens a ticket and returns its id. The caller has to call {@link #expire} periodically from then on. Throws
     * {@link IllegalStateException} if there are too many tickets.
     */
    String open(ItemInterval interval) {
        Runnable release = source.subscribe(interval, Collector.ALL);
        boolean kept = false;
        try {
            byte[] id = new byte[ID_BYTES];
            new SecureRandom().nextBytes(id);
            String ticket = HexFormat.of().formatHex(id);
            kept = put(ticket, release);
            if (!kept) {
                throw new IllegalStateException("too many tickets: limit=" + LIMIT + ", unsubscribe one first");
            }
            return ticket;
        } finally {
            if (!kept) {
                release.run();
            }
        }
    }

    private synchronized boolean put(String ticket, Runnable release) {
        if (open.size() >= LIMIT) {
            return false;
        }
        open.put(ticket, new Ticket(release, ticker.nanoTime() + LIFE_NANOS));
        return true;
    }

    /**
     * Extends {@code ticket} by another 10 minutes.
     *
     * @throws IllegalArgumentException if there is no such ticket
     */
    public void renew(String ticket) {
        expire();
        synchronized (this) {
            Ticket renewed = open.computeIfPresent(
                    ticket, (id, known) -> new Ticket(known.release, ticker.nanoTime() + LIFE_NANOS));
            if (renewed != null) {
                return;
            }
        }
        throw new IllegalArgumentException(
                "unknown ticket: it was ended, or not used for 10 minutes; call subscribe again");
    }

    /** Closes {@code ticket}; returns false if there is no such ticket. */
    boolean close(String ticket) {
        Ticket closed;
        synchronized (this) {
            closed = open.remove(ticket);
        }
        if (closed != null) {
            closed.release.run();
        }
        return closed != null;
    }

    synchronized boolean isEmpty() {
        return open.isEmpty();
    }

    /** Ends the tickets that nobody has used for 10 minutes. */
    void expire() {
        long now = ticker.nanoTime();
        List<String> ended = new ArrayList<>();
        synchronized (this) {
            open.forEach((id, ticket) -> {
                if (now - ticket.endNanos >= 0) {
                    ended.add(id);
                }
            });
        }
        ended.forEach(this::close);
    }

    /** Ends all tickets. */
    void closeAll() {
        List<String> all;
        synchronized (this) {
            all = List.copyOf(open.keySet());
        }
        all.forEach(this::close);
    }
}
