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
 * Consumers that come and look, such as a JMX client: each holds a ticket, which ends 10 minutes after the last look, so
 * that a dead client does not keep collecting on.
 *
 * <p>Thread-safe.
 */
public final class Tickets {

    /** How long a ticket lives after the last look. */
    public static final long LIFE_NANOS = TimeUnit.MINUTES.toNanos(10);

    /** The most tickets at a time. */
    public static final int LIMIT = 10;

    private static final int ID_BYTES = 8;

    private record Ticket(WindowClaim lease, long endNanos) {}

    private final WindowSource source;
    private final Ticker ticker;

    @GuardedBy("this")
    private final Map<String, Ticket> open = new HashMap<>();

    Tickets(WindowSource source, Ticker ticker) {
        this.source = source;
        this.ticker = ticker;
    }

    /** Opens a ticket; the reporter's clock is to run from then on. */
    String open(ItemInterval interval) {
        WindowClaim lease = source.subscribe(interval, Collector.ALL);
        boolean kept = false;
        try {
            byte[] id = new byte[ID_BYTES];
            new SecureRandom().nextBytes(id);
            String ticket = HexFormat.of().formatHex(id);
            kept = put(ticket, lease);
            if (!kept) {
                throw new IllegalStateException("too many tickets: limit=" + LIMIT + ", unsubscribe one first");
            }
            return ticket;
        } finally {
            if (!kept) {
                lease.close();
            }
        }
    }

    private synchronized boolean put(String ticket, WindowClaim lease) {
        if (open.size() >= LIMIT) {
            return false;
        }
        open.put(ticket, new Ticket(lease, ticker.nanoTime() + LIFE_NANOS));
        return true;
    }

    /**
     * Lets {@code ticket} live for another 10 minutes.
     *
     * @throws IllegalArgumentException if there is no such ticket (any more)
     */
    public void renew(String ticket) {
        expire();
        synchronized (this) {
            Ticket renewed = open.computeIfPresent(
                    ticket, (id, known) -> new Ticket(known.lease, ticker.nanoTime() + LIFE_NANOS));
            if (renewed != null) {
                return;
            }
        }
        throw new IllegalArgumentException(
                "unknown ticket: it was given back or not read for 10 minutes, call subscribe again");
    }

    /** Gives {@code ticket} back; false if there is no such ticket (any more). */
    boolean close(String ticket) {
        Ticket closed;
        synchronized (this) {
            closed = open.remove(ticket);
        }
        if (closed != null) {
            closed.lease.close();
        }
        return closed != null;
    }

    synchronized boolean isEmpty() {
        return open.isEmpty();
    }

    /** Ends the tickets at which nobody has looked for too long. */
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
