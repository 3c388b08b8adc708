package dev.tollbooth.internal.plan;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.spi.PlanSource;
import dev.tollbooth.statement.Sha256;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The plans that statements of one instance were explained to have, and when each was asked about.
 *
 * <p>Thread-safe. It has room for {@value #MAX_STATEMENTS} statements. While all of them were asked about within the interval, further ones are counted and not asked about. A statement that is due may be forgotten: it would be asked
 * about again anyway.
 */
public final class PlanBook {

    static final int MAX_STATEMENTS = 5_000;

    /** The bytes of a map's node, its key, an entry and its two fields. */
    private static final int ENTRY_BYTES = 200;

    /** How often a full book is looked through, as a part of the interval. */
    private static final int SWEEPS = 10;

    private record Key(String keyspace, Sha256 digest) {}

    private final @Nullable PlanSource source;
    private final long refreshNanos;
    private final ConcurrentHashMap<Key, PlanEntry> entries = new ConcurrentHashMap<>();
    /** The entry of statements that are not asked about. */
    private final PlanEntry never = PlanEntry.never();

    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong nextSweepNanos = new AtomicLong(Long.MIN_VALUE);

    /**
     * An empty book.
     *
     * @throws IllegalArgumentException if there is no source of the name in {@code options}: names all that there are
     */
    public PlanBook(PlanOptions options) {
        this.source = PlanSources.named(options.source());
        this.refreshNanos = options.refreshNanos();
    }

    /** Returns who is asked, null if nobody. */
    @Nullable
    public PlanSource source() {
        return source;
    }

    /** Returns the entry of all statements that can't be explained. */
    public PlanEntry never() {
        return never;
    }

    /** Returns the entry of a statement that can be explained. */
    public PlanEntry entry(String keyspace, TextDigest digest, long nowNanos) {
        Key key = new Key(keyspace, digest.sha256());
        PlanEntry known = entries.get(key);
        if (known != null) {
            return known;
        }
        if (entries.size() >= MAX_STATEMENTS && !sweep(nowNanos)) {
            refused.incrementAndGet();
            return never;
        }
        PlanEntry made = PlanEntry.dueAt(refreshNanos, nowNanos);
        known = entries.putIfAbsent(key, made);
        return known == null ? made : known;
    }

    /** Forgets what is due, seldom enough not to cost; returns whether there is room. */
    private boolean sweep(long nowNanos) {
        long next = nextSweepNanos.get();
        if (next == Long.MIN_VALUE || nowNanos - next >= 0) {
            if (nextSweepNanos.compareAndSet(next, nowNanos + refreshNanos / SWEEPS)) {
                entries.values().removeIf(entry -> entry.retire(nowNanos));
            }
        }
        return entries.size() < MAX_STATEMENTS;
    }

    /** Returns how many statements there are. */
    int size() {
        return entries.size();
    }

    /** Returns how often a statement was not asked about for want of room. */
    public long refused() {
        return refused.get();
    }

    /** Returns the bytes held, about. */
    public long bytes() {
        return (long) entries.size() * ENTRY_BYTES;
    }
}
