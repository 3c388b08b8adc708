package dev.tollbooth.internal.topru;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Scheduler;
import dev.tollbooth.internal.cost.IncrementSink;
import dev.tollbooth.internal.cost.IncrementSource;
import dev.tollbooth.internal.cost.IncrementSource.Drain;
import dev.tollbooth.internal.cost.RuTotals;
import dev.tollbooth.internal.cost.SpendingWatch;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.memory.MemoryTraceManager;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.Sha256;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A collector of request units by user, statement and plan, in windows. While there is a consumer, it drains the
 * sessions once a second and delivers each closed window.
 *
 * <p>Thread-safe by two locks, neither of which a statement takes: one for the tick and the switch, one for the worker
 * that merges, cuts and delivers. A queue of two batches is between them; neither waits for the other.
 */
public final class TopRu implements AutoCloseable {

    /** The result of {@link #openWindowStart()} if no window is open. */
    public static final long NO_WINDOW = Long.MIN_VALUE;

    private static final int QUEUE_CAPACITY = 2;
    private static final long MAX_MERGE_SECONDS = 60;

    private final IncrementSource source;
    private final TierLimits fullLimits;
    private volatile TierLimits limits; // written under workLock
    private final Ticker ticker;
    private final DropCounters drops;
    private final TierMemory memory = new TierMemory();
    private final ClosedWindows closedWindows;
    final ArrayBlockingQueue<Batch> queue = new ArrayBlockingQueue<>(QUEUE_CAPACITY);
    private final TopRuTicks ticks;

    final Object tickLock = new Object();
    private final EpochClock clock; // guarded by tickLock, like all fields up to the next blank line
    private final Leases leases = new Leases();
    private SpendingWatch watch = SpendingWatch.NONE;

    @Nullable
    Batch pending;

    private boolean undrained;
    private volatile boolean on;
    private volatile boolean closed;
    private volatile ItemInterval reportInterval;
    private final AtomicLong mergedBatches = new AtomicLong();

    final Object workLock = new Object();

    @GuardedBy("workLock")
    final Windows windows;

    private volatile long lateBatches;
    private volatile boolean windowsEmpty = true;
    private volatile long openWindowStart = NO_WINDOW;

    /**
     * Makes a collector that begins with the first {@link #subscribe}, and runs no thread before {@link #start}.
     *
     * @param reportInterval the length of a window
     * @param source the sessions
     * @param epochMillis the wall clock, milliseconds since 1970 UTC
     * @param drops counts drops
     */
    public TopRu(
            ItemInterval reportInterval,
            IncrementSource source,
            Ticker ticker,
            LongSupplier epochMillis,
            DropCounters drops,
            Failures failures) {
        this(reportInterval, source, ticker, epochMillis, drops, failures, TierLimits.DEFAULT);
    }

    TopRu(
            ItemInterval reportInterval,
            IncrementSource source,
            Ticker ticker,
            LongSupplier epochMillis,
            DropCounters drops,
            Failures failures,
            TierLimits limits) {
        this.source = source;
        this.drops = drops;
        this.fullLimits = limits;
        this.limits = limits;
        this.ticker = ticker;
        this.reportInterval = reportInterval;
        this.clock = new EpochClock(epochMillis, ticker.nanoTime());
        this.closedWindows = new ClosedWindows(memory.recent, drops, failures);
        this.windows = new Windows(limits, reportInterval, leases.finestItem(), closedWindows);
        this.ticks = new TopRuTicks(this, failures);
        drops.include(DropReason.ENDED_WHILE_OFF, () -> ClosedWindows.drop(0, source.endedWhileOff()));
        drops.include(DropReason.FOLDED, () -> new DropCount(0, source.foldedKeys()));
    }

    /** Subscribes to all figures, in items of {@code interval} or finer, until the returned lease is closed. */
    public Lease subscribe(ItemInterval interval) {
        return subscribe(interval, Collector.ALL);
    }

    /**
     * Subscribes to the figures of {@code collectors}, in items of {@code interval} or finer, until the returned lease
     * is closed.
     *
     * @throws IllegalStateException if this is closed
     */
    public Lease subscribe(ItemInterval interval, Set<Collector> collectors) {
        Lease lease = new Lease(interval, collectors, this);
        synchronized (tickLock) {
            if (closed) {
                throw new IllegalStateException(
                        "TopRU is closed: consumers=0, subscribe before the instance is closed");
            }
            if (on && leases.count(Collector.TOP_RU) == 0) {
                drain(
                        Drain.SAMPLE,
                        leases.wanted(),
                        leases.wanted()); // drops the request units spent before the first consumer
            }
            leases.add(lease);
            if (!on) {
                source.setCollecting(true);
                on = true;
            }
        }
        ticks.wake();
        return lease;
    }

    void release(Lease lease) {
        synchronized (tickLock) {
            Set<Collector> wanted = leases.wanted();
            if (leases.remove(lease) && leases.isEmpty()) {
                switchOff(wanted, Set.of());
            }
        }
    }

    /** Stops collecting. The collected figures are reported, or dropped with the next closed window. */
    private void switchOff(Set<Collector> wanted, Set<Collector> reported) {
        if (on) {
            on = false;
            try {
                drain(Drain.LAST_SAMPLE, wanted, reported);
            } finally {
                source.setCollecting(false);
            }
        }
    }

    /** Sets the watcher of later drains. The watcher must not wait. */
    public void watch(SpendingWatch watcher) {
        synchronized (tickLock) {
            watch = watcher;
        }
    }

    /** Sets the report interval, from the next time at which windows of both intervals begin. */
    public void setReportInterval(ItemInterval interval) {
        reportInterval = interval;
    }

    /** Returns the report interval; the open window may still have another one. */
    public ItemInterval reportInterval() {
        return reportInterval;
    }

    /** Returns the begin of the open window in seconds since 1970 UTC, or {@link #NO_WINDOW}. */
    public long openWindowStart() {
        return openWindowStart;
    }

    /** Returns the width of items: the finest requested one, limited by the report interval. */
    public ItemInterval itemInterval() {
        return leases.finestItem().finest(reportInterval);
    }

    /** Returns the number of consumers of request units. */
    public int consumers() {
        synchronized (tickLock) {
            return leases.count(Collector.TOP_RU);
        }
    }

    /** Returns the drops by reason, to which later stages add theirs. */
    public DropCounters drops() {
        return drops;
    }

    /** Returns the number of batches that came too late for their window. */
    public long lateBatches() {
        return lateBatches;
    }

    /** Returns the number of batches that were merged with the next one. */
    public long mergedBatches() {
        return mergedBatches.get();
    }

    /** Delivers each closed window to {@code taker}, on the worker's thread; it must not wait for long. */
    public void onWindow(Consumer<Window> taker) {
        closedWindows.onWindow(taker);
    }

    /** Returns the windows of the last hour, the oldest first, with the top statements of each user. */
    public List<Window> lastHour() {
        return memory.recent.list();
    }

    /** Returns the normalized text of a recently collected statement, null if it is not kept. */
    public @Nullable String text(Sha256 sql) {
        TextDigest known = memory.texts.text(sql);
        return known == null ? null : known.text();
    }

    /** Samples on {@code scheduler} and works on {@code worker} while there is something to do. */
    public void start(Scheduler scheduler, Scheduler worker) {
        ticks.start(scheduler, worker);
    }

    /** Drains the sessions and processes all batches, as the schedulers do each second; for tests that control time. */
    public void tick() {
        sample();
        work();
    }

    /** Drains the sessions into a batch for the worker: one thread's part of {@link #tick}. */
    public void sample() {
        synchronized (tickLock) {
            if (!closed) {
                drain(on ? Drain.SAMPLE : Drain.FINISHED_ONLY, leases.wanted(), leases.wanted());
            }
        }
    }

    private void drain(Drain how, Set<Collector> wanted, Set<Collector> reported) {
        long now = ticker.nanoTime();
        long seconds = clock.epochSeconds(now);
        TierTable table = takePending(seconds);
        pending = new Batch(clock.era(), seconds, reported, table); // stored for the next drain in case this one fails
        undrained = true;
        if (how == Drain.FINISHED_ONLY) {
            drainUnwanted(now, how, DropReason.ENDED_WHILE_OFF, (key, digest, spent) -> {});
        } else if (!wanted.contains(Collector.TOP_RU)) {
            drainUnwanted(now, how, DropReason.DISABLED, (key, digest, spent) -> {
                memory.keepText(digest);
                table.addDuration(key, spent);
            });
        } else {
            SpendingWatch watching = watch;
            watching.at(seconds, now);
            undrained = source.drain(now, how, (key, digest, spent) -> {
                memory.keepText(digest);
                table.add(key, spent); // a failed increment is returned, and comes again
                watching.spent(key.owner(), spent.ru());
            });
        }
        Batch batch = new Batch(clock.era(), seconds, reported, table.cutIfLarge());
        boolean waits = !queue.offer(batch);
        pending = waits ? batch : null;
        memory.pendingBytes = waits ? table.bytes() : 0;
        if (waits && !table.isEmpty()) {
            mergedBatches.incrementAndGet();
        }
    }

    /** Drains request units that no consumer wants, and counts them as dropped. */
    private void drainUnwanted(long now, Drain how, DropReason why, IncrementSink other) {
        Map<String, RuTotals> unwanted = new HashMap<>();
        try {
            undrained = source.drain(now, how, (key, digest, spent) -> {
                other.accept(key, digest, spent);
                ClosedWindows.of(unwanted, key.owner().source()).addSums(spent);
            });
        } finally {
            ClosedWindows.drop(drops, why, 0, unwanted);
        }
    }

    /** Returns the table that the queue had no room for; a new table if there is none, or if it is too old. */
    private TierTable takePending(long seconds) {
        Batch waiting = pending;
        pending = null;
        if (waiting == null) {
            return limits.table();
        }
        if (waiting.era() == clock.era() && seconds - waiting.epochSeconds() <= MAX_MERGE_SECONDS) {
            return waiting.table();
        }
        Map<String, RuTotals> totals = new HashMap<>();
        waiting.table().sumInto(totals);
        ClosedWindows.drop(drops, DropReason.QUEUE_FULL, waiting.table().keys(), totals);
        return limits.table();
    }

    /** Processes all batches: the worker's part of {@link #tick}. */
    public void work() {
        synchronized (workLock) {
            windowsEmpty = false;
            for (Batch batch = queue.poll(); batch != null; batch = queue.poll()) {
                windows.setIntervals(reportInterval, leases.finestItem());
                windows.add(batch);
                lateBatches = windows.lateBatches();
            }
            windowsEmpty = windows.isEmpty();
            openWindowStart = windows.openWindowStart();
            memory.windowBytes = windows.bytes(source.keptKeys());
        }
    }

    /** Counts the digests of texts that {@code walk} has not counted; returns their bytes. */
    public long walkTexts(int walk) {
        return memory.walk(walk);
    }

    /** Registers the memory of TopRU, except for the sessions, in {@code traces}. */
    public void register(MemoryTraceManager traces) {
        memory.register(traces, queue);
    }

    /** Halves the limits of users and statements, and the kept part of the last hour, {@code times} times. */
    public void halve(int times) {
        TierLimits now = fullLimits;
        for (int i = 0; i < times; i++) {
            now = now.halved();
        }
        synchronized (workLock) {
            limits = now;
            windows.setLimits(now);
            memory.windowBytes = windows.bytes(source.keptKeys());
        }
        memory.keep((double) now.owners() / fullLimits.owners());
    }

    /** Returns whether nothing has to be done before the next consumer comes. */
    boolean isIdle() {
        // without the worker's lock, which a consumer that waits for the ticks may hold
        synchronized (tickLock) {
            return !on && !undrained && pending == null && queue.isEmpty() && windowsEmpty;
        }
    }

    /** Drains the sessions and delivers the open window early; a second call does nothing. */
    @Override
    public void close() {
        ticks.stop();
        Set<Collector> wanted;
        synchronized (tickLock) {
            if (closed) {
                return;
            }
            closed = true;
            wanted = leases.wanted();
            leases.clear();
        }
        try {
            synchronized (tickLock) {
                switchOff(wanted, wanted);
            }
        } finally {
            giveOutRest(wanted);
        }
    }

    private void giveOutRest(Set<Collector> wanted) {
        work();
        synchronized (tickLock) {
            if (pending != null) { // a batch that found no room in the queue
                queue.add(pending);
                pending = null;
            }
        }
        work();
        synchronized (workLock) {
            windows.close(clock.epochSeconds(ticker.nanoTime()), wanted);
        }
    }
}
