package dev.tollbooth.internal.trace;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.control.AccountingSwitch;
import dev.tollbooth.internal.digest.TextDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A board that keeps one exemplar per minute for each statement, decade of latency and kind of failure. It does so
 * while metrics or a statement's page are read, and the application has OpenTelemetry.
 *
 * <p>An execution looks at {@value #WAYS} of {@value #PLACES} places. It looks up its trace only if one of them is
 * free, and none has an exemplar of the same kind from the last minute. So most executions allocate nothing, and memory
 * is bounded. A statement whose places are taken has no exemplar.
 *
 * <p>Thread-safe: two threads may keep two exemplars of the same kind.
 */
public final class ExemplarBoard {

    static final int PLACES = 2_048;
    static final int WAYS = 4;
    static final long INTERVAL_NANOS = 60_000_000_000L;
    /** The time for which an exemplar is shown. A reader that reads once a minute sees each exemplar once or twice. */
    static final long SHOWN_NANOS = 2 * INTERVAL_NANOS;
    /** The time without a read after which nothing is kept until the next read. */
    static final long UNREAD_NANOS = 10 * INTERVAL_NANOS;
    /** The bytes of an exemplar: an object and two strings, in one place. */
    private static final long BYTES = 220;

    private final AccountingSwitch accounting;
    private final Supplier<@Nullable Supplier<@Nullable TraceIds>> finder;

    /** The places; null while nothing is kept. */
    private volatile @Nullable AtomicReferenceArray<@Nullable Exemplar> places;

    private volatile long lastReadNanos;
    private volatile int held;
    private volatile @Nullable Supplier<@Nullable TraceIds> trace;

    @GuardedBy("this")
    private boolean searched;

    /**
     * Makes a board that keeps nothing until the first {@link #read}.
     *
     * @param accounting the switch that is set while executions must call {@link #ended}
     * @param finder returns a lookup of the current span, null without OpenTelemetry; the first read calls it once
     */
    public ExemplarBoard(AccountingSwitch accounting, Supplier<@Nullable Supplier<@Nullable TraceIds>> finder) {
        this.accounting = accounting;
        this.finder = finder;
    }

    private synchronized void setPlaces(@Nullable AtomicReferenceArray<@Nullable Exemplar> made) {
        places = made;
        accounting.setExemplars(made != null);
    }

    /**
     * Keeps an exemplar of an execution that has just ended on this thread. The thread must have a trace, a place must
     * be free, and no exemplar of the same kind may have been kept in the last minute.
     *
     * @param errorType null for success
     */
    public void ended(
            @Nullable String schema, TextDigest digest, long elapsedNanos, long endNanos, @Nullable String errorType) {
        AtomicReferenceArray<@Nullable Exemplar> all = places;
        if (all == null) {
            return;
        }
        int decade = Exemplar.decade(elapsedNanos);
        int first = first(digest, decade);
        int free = -1;
        for (int place = first; place < first + WAYS; place++) {
            Exemplar there = all.getAcquire(place);
            if (there == null || endNanos - there.endNanos() >= INTERVAL_NANOS) {
                free = free < 0 ? place : free;
            } else if (there.isOf(schema, digest, decade, errorType)) {
                return;
            }
        }
        if (free >= 0) {
            TraceIds ids = ids(endNanos);
            if (ids != null) {
                long now = System.currentTimeMillis();
                all.setRelease(free, new Exemplar(schema, digest, decade, elapsedNanos, endNanos, now, errorType, ids));
            }
        }
    }

    private static int first(TextDigest digest, int decade) {
        int hash = (digest.hashCode() * 31 + decade) * 0x9E3779B9;
        return (hash >>> 16) % (PLACES / WAYS) * WAYS;
    }

    /** Returns the trace of this thread; null if there is none, or exemplars are not read any more. */
    private @Nullable TraceIds ids(long endNanos) {
        Supplier<@Nullable TraceIds> known = trace;
        if (known == null || endNanos - lastReadNanos >= UNREAD_NANOS) {
            setPlaces(null);
            return null;
        }
        try {
            return known.get();
        } catch (Throwable t) {
            trace = null; // further calls would fail again
            setPlaces(null);
            throw new IllegalStateException("no trace of an execution any more", t);
        }
    }

    /** Returns the exemplars of the last two minutes, and makes the board keep exemplars from now on. */
    public synchronized List<Exemplar> read(long nowNanos) {
        lastReadNanos = nowNanos;
        if (!searched) {
            searched = true;
            trace = finder.get();
        }
        AtomicReferenceArray<@Nullable Exemplar> all = places;
        if (all == null) {
            setPlaces(trace == null ? null : new AtomicReferenceArray<>(PLACES));
            held = 0;
            return List.of();
        }
        List<Exemplar> result = new ArrayList<>();
        for (int place = 0; place < PLACES; place++) {
            Exemplar there = all.getAcquire(place);
            if (there != null && nowNanos - there.endNanos() < SHOWN_NANOS) {
                result.add(there);
            } else if (there != null) {
                all.compareAndSet(place, there, null);
            }
        }
        held = result.size();
        return result;
    }

    /** Returns the approximate bytes of heap without waiting. */
    public long bytes() {
        return places != null ? 4L * PLACES + held * BYTES : 0;
    }
}
