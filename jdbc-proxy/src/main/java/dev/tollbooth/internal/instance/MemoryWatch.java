package dev.tollbooth.internal.instance;

import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Scheduler;
import dev.tollbooth.internal.digest.DigestCache;
import dev.tollbooth.internal.jmx.ExposedInstance.ExposedMemory;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.memory.HeapProfileRecorder;
import dev.tollbooth.internal.memory.HeldBytes;
import dev.tollbooth.internal.memory.MemoryLimit;
import dev.tollbooth.internal.memory.MemoryPart;
import dev.tollbooth.internal.memory.MemoryTraceManager;
import dev.tollbooth.internal.proxy.ConnectionWrapper;
import dev.tollbooth.internal.proxy.PreparedStatementProxy;
import dev.tollbooth.internal.proxy.ResultSetProxy;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.TableBytes;
import dev.tollbooth.internal.table.TableMemory;
import dev.tollbooth.internal.topru.HashedTexts;
import dev.tollbooth.internal.topru.TopRu;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntToLongFunction;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A watch over the memory of one instance: the bytes of each part, the bytes still referenced, and the limit.
 *
 * <p>Thread-safe.
 */
final class MemoryWatch implements AutoCloseable {

    private static final long TICK_NANOS = 1_000_000_000;
    private static final int TICKS_PER_PERIOD = 10;
    /** The ticks between walks over all parts; near the limit there is a walk in each tick. */
    private static final int TICKS_PER_WALK = 2;
    /**
     * The divisor of the limit for digests that accounts refer to. Accounts that were just closed may keep as much
     * again.
     */
    private static final int DIGESTS_PART = 16;
    /** The divisor of the limit for rings that are full while the table's lock is held. */
    private static final int RINGS_PART = 8;

    /** The digests of an open statement: its own, and its account's. */
    private static final long DIGESTS_OF_A_STATEMENT = 2;

    private final MemoryAccounts accounts;
    private final TableMemory tableMemory;
    private final MemoryTraceManager traces = new MemoryTraceManager();
    private final MemoryLimit limit;
    private final HeapProfileRecorder recorder;
    private volatile long trackedDigests; // the recorder's last result
    private volatile @Nullable TierShrinker tiers;
    private volatile IntToLongFunction textsWalk = walk -> 0;
    private volatile LongSupplier sessionDigests = () -> 0;
    private volatile Runnable sweep = () -> {};
    private volatile Runnable walk = () -> {};
    private int ticks; // used by the recorder's thread only
    private volatile @Nullable Failures failures;

    /** Makes a watch without parts. */
    MemoryWatch(MemoryAccounts accounts, long limitBytes) {
        this.accounts = accounts;
        this.tableMemory = accounts.table();
        this.limit = new MemoryLimit(limitBytes, this::usedBytes);
        this.recorder = new HeapProfileRecorder(this::enforce);
    }

    /** Registers the memory of these objects, and records on {@code worker}. */
    void start(StatementTable statements, SessionRegistry sessions, Scheduler worker) {
        sessionDigests = sessions::digestBytes;
        sweep = sessions::sweepUnused;
        walk = () -> walkDigests(statements);
        sessions.limitDigests(limit.limitBytes() / DIGESTS_PART);
        sessions.limitRings(limit.limitBytes() / RINGS_PART);
        traceSessions(sessions);
        traceTable();
        measure(statements, sessions);
        limit.register(MemoryLimit.Step.SAMPLES, new SampleShrinker(statements, tableMemory));
        limit.register(MemoryLimit.Step.DIGESTS, bytes -> evict(statements, bytes));
        recorder.start(worker, TICK_NANOS, TICKS_PER_PERIOD);
    }

    private void traceSessions(SessionRegistry sessions) {
        long connection = ConnectionWrapper.connectionBytes(accounts.layout());
        long statement = accounts.layout().shallow(PreparedStatementProxy.class);
        long result = accounts.layout().shallow(ResultSetProxy.class);
        traces.register(MemoryPart.PROXY, "sessions", node -> node.own(sessions.size() * connection));
        traces.register(MemoryPart.PROXY, "open statements", node -> node.own(sessions.openStatements() * statement));
        // proxies only: one result set per statement is an upper estimate, and the driver's buffers are not ours
        traces.register(MemoryPart.PROXY, "result buffers", node -> node.own(sessions.openStatements() * result));
        traces.show(MemoryPart.PROXY, "running queries", sessions::traceRunning);
        traces.register(MemoryPart.TOP_RU, "journals", sessions::trace);
    }

    private void traceTable() {
        traces.register(
                MemoryPart.ACCOUNTING,
                "digest cache",
                node -> accounts.digestCaches().all().forEach(cache -> cache.trace(node)));
        register("statement table", TableBytes::rows, true);
        register("digests of rows", TableBytes::digests, false);
        register("histograms", TableBytes::histograms, true);
        register("query samples", TableBytes::samples, true);
        traces.register(MemoryPart.ACCOUNTING, "heap profile recorder", node -> node.own(accounts.samplerBytes()));
    }

    private void measure(StatementTable statements, SessionRegistry sessions) {
        recorder.add(
                "digest cache",
                () -> accounts.digestCaches().sum(cache -> cache.weightBytes() - cache.evictedBytes()),
                () -> accounts.digestCaches().sum(DigestCache::measuredBytes));
        recorder.add(
                "digests of rows",
                () -> walkDigests(statements),
                () -> accounts.digestCaches().sum(DigestCache::measuredOutsideBytes),
                collections -> heldDigests(collections)
                                .beyond(DIGESTS_OF_A_STATEMENT * statementsOf(sessions) + sessions.accounts())
                        - trackedDigests);
        recorder.add(
                "statement table",
                () -> tableMemory.last().total() - tableMemory.last().digests(),
                () -> tableMemory.measure().total(),
                // an account may refer to a row that has left the table
                collections -> tableMemory.heldOutside(collections).beyond(sessions.accounts()));
    }

    /** Registers the memory of TopRU and plans, and the ways to shrink it. */
    void watch(TopRu topRu, HashedTexts<String> plans) {
        topRu.register(traces);
        textsWalk = topRu::walkTexts;
        traces.register(MemoryPart.TOP_RU, "plan texts", node -> node.own(plans.bytes()));
        limit.register(MemoryLimit.Step.PLAN_TEXTS, bytes -> plans.clear());
        tiers = new TierShrinker(topRu, traces);
        limit.register(MemoryLimit.Step.TOP_RU, tiers);
    }

    /**
     * Counts the memory of a page until the returned object is closed. Near the limit, the page shrinks first, with the
     * samples.
     */
    AutoCloseable watch(ConsoleMemory page) {
        AtomicReference<@Nullable ConsoleMemory> watched = new AtomicReference<>(page);
        limit.register(MemoryLimit.Step.SAMPLES, bytes -> {
            ConsoleMemory open = watched.get();
            return open == null ? 0 : open.shrink(bytes);
        });
        AutoCloseable trace = traces.register(MemoryPart.REPORTER, "console", node -> node.own(page.heldBytes()));
        return () -> {
            watched.set(null);
            trace.close();
        };
    }

    private void register(String name, ToLongFunction<TableBytes> figure, boolean measured) {
        traces.register(MemoryPart.ACCOUNTING, name, node -> {
            node.own(figure.applyAsLong(tableMemory.last()));
            node.measure(() -> measured
                    ? figure.applyAsLong(tableMemory.measure())
                    : accounts.digestCaches().sum(DigestCache::measuredOutsideBytes));
        });
    }

    /** Returns the number of statements that sessions may keep: all open ones, and the last one of each session. */
    private static long statementsOf(SessionRegistry sessions) {
        return sessions.openStatements() + sessions.size();
    }

    private HeldBytes heldDigests(long oldCollections) {
        HeldBytes held = HeldBytes.NONE;
        for (DigestCache cache : accounts.digestCaches().all()) {
            held = held.plus(cache.heldOutside(oldCollections));
        }
        return held;
    }

    /**
     * Returns the bytes of digests outside of the caches: digests that rows refer to, and digests that only texts of
     * caches and of TopRU refer to.
     */
    private synchronized long walkDigests(StatementTable statements) {
        long ofRows = statements.walkMemory().digests();
        int number = tableMemory.lastWalk();
        trackedDigests =
                ofRows + accounts.digestCaches().sum(cache -> cache.walk(number)) + textsWalk.applyAsLong(number);
        return trackedDigests;
    }

    private static long evict(StatementTable statements, long bytes) {
        long before = statements.walkMemory().total();
        long mean = Math.max(1, before / Math.max(1, statements.size()));
        statements.evictColdest((int) Math.min(Integer.MAX_VALUE, bytes / mean + 1));
        return before - statements.walkMemory().total();
    }

    /**
     * Returns the sum of all parts. Digests in both a cache and the table count twice, because the cache may drop them
     * at any time.
     */
    private long usedBytes() {
        return otherBytes() + Math.max(tableMemory.last().total(), tableMemory.estimatedBytes());
    }

    /**
     * Returns the bytes of all parts except the statement table. Digests that executions of the last second keep alive
     * count even if they are shared.
     */
    private long otherBytes() {
        return sessionDigests.getAsLong()
                + Math.max(0, traces.tracked().totalBytes() - tableMemory.last().total());
    }

    /** Lets {@code caught} log, each second, the failures that it could not log when they were caught. */
    void logLate(Failures caught) {
        failures = caught;
    }

    /** Enforces the limit; the recorder calls this each second. */
    void enforce() {
        Failures caught = failures;
        if (caught != null) {
            caught.logLate();
        }
        if (++ticks % TICKS_PER_PERIOD == 0) {
            sweep.run(); // or accounts would keep rows that have left the table
        }
        if (ticks % TICKS_PER_WALK == 0 || usedBytes() > limit.limitBytes() / 2) {
            walk.run();
        }
        TierShrinker topRu = tiers;
        if (topRu != null) {
            // even if the sum is small, because TopRU may take only half of the limit
            limit.shrink(MemoryLimit.Step.TOP_RU, topRu.bytes() - limit.limitBytes() / 2);
        }
        limit.enforce();
        // a tenth below the shrinking of parts, because the buffers of single statements are not counted
        tableMemory.limit(Math.max(0, limit.limitBytes() / 10 * 8 - otherBytes()));
    }

    /** Returns the memory that the MBean shows. */
    ExposedMemory exposed() {
        return new ExposedMemory(traces, recorder, limit, this::look);
    }

    /** Returns the present bytes of each node of the tree by path. */
    Map<String, Long> bytesByPath() {
        look();
        return traces.snapshot().ownBytesByPath();
    }

    private void look() {
        recorder.record();
    }

    MemoryTraceManager traces() {
        return traces;
    }

    /** Stops recording. */
    @Override
    public void close() {
        recorder.close();
    }

    /**
     * A part that drops the samples of a statement table when memory is near its limit.
     *
     * <p>Thread-safe, as the table is.
     */
    private static final class SampleShrinker implements MemoryLimit.Shrinkable {

        private final StatementTable statements;
        private final TableMemory memory;

        /** Makes a shrinker that keeps all samples so far. */
        SampleShrinker(StatementTable statements, TableMemory memory) {
            this.statements = statements;
            this.memory = memory;
        }

        @Override
        public long shrink(long bytes) {
            long before = memory.last().samples();
            memory.allowSamples(false);
            return before - statements.walkMemory().samples();
        }

        @Override
        public void restore() {
            memory.allowSamples(true);
        }
    }

    /**
     * A part that halves the users and statements of TopRU repeatedly while memory is short.
     *
     * <p>Not thread-safe: only the enforcing thread uses it, except {@link #bytes}.
     */
    private static final class TierShrinker implements MemoryLimit.Shrinkable {

        /** The most halvings. After four, 200 users of 200 statements are 12 of 12; fewer would be useless. */
        private static final int MOST_HALVINGS = 4;

        /** The bytes below which TopRU does not shrink. */
        private static final long LEAST_BYTES = 256 << 10;

        private final TopRu topRu;
        private final MemoryTraceManager traces;
        private int halvings;

        TierShrinker(TopRu topRu, MemoryTraceManager traces) {
            this.topRu = topRu;
            this.traces = traces;
        }

        /** Returns the present bytes of TopRU. */
        long bytes() {
            return traces.tracked().child(MemoryPart.TOP_RU.label()).totalBytes();
        }

        @Override
        public long shrink(long bytes) {
            long before = bytes();
            if (halvings == MOST_HALVINGS || before < LEAST_BYTES) {
                return 0;
            }
            halvings++;
            topRu.halve(halvings);
            return Math.max(0, before - bytes());
        }

        @Override
        public void restore() {
            if (halvings > 0) {
                halvings = 0;
                topRu.halve(0);
            }
        }
    }
}
