package dev.tollbooth.internal.plan;

import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.spi.PlanSource;
import dev.tollbooth.statement.Sha256;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The explained plans of one instance's statements, and the times of the next questions.
 *
 * <p>Thread-safe. It has room for {@value #MAX_STATEMENTS} statements. If all of these were explained within the
 * interval, further statements are only counted. A statement that is due may be dropped, because its plan would be
 * requested again anyway.
 */
public final class PlanBook {

    /** The default time between two questions about a statement: ten minutes. */
    public static final long REFRESH_NANOS = 600_000_000_000L;

    /** The value of {@code plan.source} that asks for no plan. */
    private static final String OFF = "off";

    static final int MAX_STATEMENTS = 5_000;

    /** The approximate bytes per statement: the map's node and key, and the {@link PlanEntry} with its fields. */
    private static final int ENTRY_BYTES = 200;

    /** The number of sweeps of a full book per interval. */
    private static final int SWEEPS = 10;

    private record Key(String keyspace, Sha256 digest) {}

    private final @Nullable PlanSource source;
    private final long refreshNanos;
    private final ConcurrentHashMap<Key, PlanEntry> entries = new ConcurrentHashMap<>();
    /** The entry of statements that are never explained. */
    private final PlanEntry never = PlanEntry.never();

    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong nextSweepNanos = new AtomicLong(Long.MIN_VALUE);

    /**
     * Makes an empty book.
     *
     * @param source the name of the source of plans, or {@code off}
     * @param refreshNanos the least time between two questions about a statement, in nanoseconds
     * @throws IllegalArgumentException if no source has that name; the message names all sources
     */
    public PlanBook(String source, long refreshNanos) {
        this.source = source(source);
        this.refreshNanos = refreshNanos;
    }

    /**
     * Returns the source with this name, null for {@code off}.
     *
     * @throws IllegalArgumentException if no source has that name, or one on the class path is broken; the message
     *     names all sources
     */
    public static @Nullable PlanSource source(String name) {
        if (name.equals(OFF)) {
            return null;
        }
        List<String> names = new ArrayList<>(List.of(OFF));
        try {
            for (PlanSource source : ServiceLoader.load(PlanSource.class, PlanSource.class.getClassLoader())) {
                if (source.name().equals(name)) {
                    return source;
                }
                names.add(source.name());
            }
        } catch (ServiceConfigurationError e) {
            throw new IllegalArgumentException(
                    "could not load the sources of plans: tollbooth.plan.source=" + name + ", " + e.getMessage()
                            + "; correct or remove that one",
                    e);
        }
        throw new IllegalArgumentException(
                "unknown source of plans: tollbooth.plan.source=" + PrintableText.escape(name) + ", use one of "
                        + String.join(", ", names) + ", or put a " + PlanSource.class.getName()
                        + " of that name on the class path");
    }

    /** Returns the source of plans, null without one. */
    @Nullable
    public PlanSource source() {
        return source;
    }

    /** Returns the entry of all statements that can't be explained. */
    public PlanEntry never() {
        return never;
    }

    /** Returns the entry of a statement that can be explained; {@link #never} if there is no room. */
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

    /** Drops entries that are due, at most a few times per interval; returns whether there is room. */
    private boolean sweep(long nowNanos) {
        long next = nextSweepNanos.get();
        if (next == Long.MIN_VALUE || nowNanos - next >= 0) {
            if (nextSweepNanos.compareAndSet(next, nowNanos + refreshNanos / SWEEPS)) {
                entries.values().removeIf(entry -> entry.retire(nowNanos));
            }
        }
        return entries.size() < MAX_STATEMENTS;
    }

    /** Returns the number of statements. */
    int size() {
        return entries.size();
    }

    /** Returns how often a statement was not explained for lack of room. */
    public long refused() {
        return refused.get();
    }

    /** Returns the approximate bytes of the book. */
    public long bytes() {
        return (long) entries.size() * ENTRY_BYTES;
    }
}
