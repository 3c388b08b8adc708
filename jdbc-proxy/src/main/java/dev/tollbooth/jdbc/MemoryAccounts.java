package dev.tollbooth.jdbc;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.digest.DigestCache;
import dev.tollbooth.accounting.digest.SqlDialect;
import dev.tollbooth.accounting.memory.HeapAudit;
import dev.tollbooth.accounting.memory.HeapProfileRecorder;
import dev.tollbooth.accounting.memory.LiveSampler;
import dev.tollbooth.accounting.memory.MemoryLimit;
import dev.tollbooth.accounting.memory.MemoryPart;
import dev.tollbooth.accounting.memory.MemoryTrace;
import dev.tollbooth.accounting.memory.MemoryTraceManager;
import dev.tollbooth.accounting.memory.MemoryTracker;
import dev.tollbooth.accounting.memory.ObjectLayout;
import dev.tollbooth.accounting.ru.PlanTexts;
import dev.tollbooth.accounting.ru.TopRu;
import dev.tollbooth.accounting.session.SessionRegistry;
import dev.tollbooth.accounting.statement.StatementStats;
import dev.tollbooth.accounting.statement.StatementTable;
import dev.tollbooth.accounting.statement.TableBytes;
import dev.tollbooth.accounting.statement.TableMemory;
import dev.tollbooth.jdbc.proxy.ProxyMemory;
import dev.tollbooth.reporter.jmx.ExposedMemory;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The memory of one instance: what each part holds, how much of it is still referenced, and the limit.
 *
 * <p>Thread-safe.
 */
final class MemoryAccounts implements AutoCloseable {

    private static final long TICK_MILLIS = 1_000;
    private static final int TICKS_PER_PERIOD = 10;
    /** Each digest cache may take this part of the limit, and all together half of it. */
    private static final int CACHE_PART = 8;
    /** What executed within a second may keep digests alive for this part of the limit. */
    private static final int CELLS_PART = 8;

    private final Settings settings;
    private final LateAllocatedBytes allocated = new LateAllocatedBytes();
    private final LiveSampler<StatementStats> liveRows = sampler();
    private final TableMemory tableMemory = new TableMemory(ObjectLayout.USUAL, liveRows);
    private final MemoryTraceManager traces = new MemoryTraceManager();
    private final MemoryLimit limit;
    private final HeapProfileRecorder recorder;
    private final List<DigestCache> caches = new CopyOnWriteArrayList<>();
    private volatile ObjectLayout layout = ObjectLayout.USUAL;
    private volatile @Nullable StatementTable table;
    private volatile @Nullable TierShrinker tiers;
    private volatile LongSupplier sessionDigests = () -> 0;

    MemoryAccounts(Settings settings) {
        this.settings = settings;
        long bytes = settings.memory().limitBytes();
        this.limit = new MemoryLimit(bytes, this::usedBytes);
        this.recorder = new HeapProfileRecorder(MemoryTracker.global(), this::enforce);
        // until the first look at the other parts
        tableMemory.limit(bytes / 2);
    }

    private static <T> LiveSampler<T> sampler() {
        return new LiveSampler<>(
                LiveSampler.DEFAULT_INTERVAL_BYTES,
                () -> ThreadLocalRandom.current().nextDouble());
    }

    TableMemory table() {
        return tableMemory;
    }

    LateAllocatedBytes allocated() {
        return allocated;
    }

    /** Asks the JVM what threads allocate and how it lays out objects. */
    void calibrate() {
        allocated.find();
        layout = ObjectLayout.calibrate(allocated);
        tableMemory.relayout(layout);
    }

    /** Registers what these hold, and starts the recorder's thread. */
    void watch(StatementTable statements, SessionRegistry sessions) {
        table = statements;
        sessionDigests = sessions::digestBytes;
        sessions.limitDigests(limit.limitBytes() / CELLS_PART);
        ProxyMemory proxies = ProxyMemory.of(layout);
        traces.register(MemoryPart.PROXY, "sessions", node -> node.own(sessions.size() * proxies.connectionBytes()));
        traces.register(
                MemoryPart.PROXY,
                "open statements",
                node -> node.own(sessions.openStatements() * proxies.statementBytes()));
        // the proxies only: one result set a statement is an upper estimate, and the driver's buffers are not ours
        traces.register(
                MemoryPart.PROXY,
                "result buffers",
                node -> node.own(sessions.openStatements() * proxies.resultBytes()));
        traces.register(MemoryPart.TOP_RU, "session buffers", sessions::trace);
        traces.register(MemoryPart.ACCOUNTING, "digest cache", node -> caches.forEach(cache -> cache.trace(node)));
        register("statement table", TableBytes::rows, true);
        register("digests of rows", TableBytes::digests, false);
        register("histograms", TableBytes::histograms, true);
        register("query samples", TableBytes::samples, true);
        traces.register(MemoryPart.ACCOUNTING, "heap profile recorder", node -> node.own(liveRows.weight(layout)));
        recorder.add(
                "digest cache",
                () -> sum(cache -> cache.weightBytes() - cache.evictedBytes()),
                () -> sum(DigestCache::measuredBytes));
        recorder.add(
                "digests of rows",
                () -> walkDigests(statements),
                () -> sum(DigestCache::measuredOutsideBytes),
                collections -> sum(cache -> cache.heldOutsideBytes(collections)));
        recorder.add(
                "statement table",
                () -> tableMemory.last().total() - tableMemory.last().digests(),
                () -> tableMemory.measure().total(),
                tableMemory::heldBytes);
        limit.register(MemoryLimit.Step.SAMPLES, new MemoryLimit.Shrinkable() {
            @Override
            public long shrink(long bytes) {
                long before = tableMemory.last().samples();
                tableMemory.allowSamples(false);
                return before - statements.walkMemory().samples();
            }

            @Override
            public void restore() {
                tableMemory.allowSamples(true);
            }
        });
        limit.register(MemoryLimit.Step.DIGESTS, bytes -> evict(statements, bytes));
        recorder.start(settings.name(), TICK_MILLIS, TICKS_PER_PERIOD);
    }

    /** Registers what these hold, and how they shrink. */
    void watch(TopRu topRu, PlanTexts plans) {
        topRu.register(traces);
        traces.register(MemoryPart.TOP_RU, "plan texts", node -> node.own(plans.bytes()));
        limit.register(MemoryLimit.Step.PLAN_TEXTS, bytes -> plans.clear());
        tiers = new TierShrinker(topRu, traces);
        limit.register(MemoryLimit.Step.TOP_RU, tiers);
    }

    private void register(String name, ToLongFunction<TableBytes> figure, boolean measured) {
        traces.register(MemoryPart.ACCOUNTING, name, node -> {
            node.own(figure.applyAsLong(tableMemory.last()));
            node.measure(() ->
                    measured ? figure.applyAsLong(tableMemory.measure()) : sum(DigestCache::measuredOutsideBytes));
        });
    }

    /** Bytes of the digests outside the caches that rows refer to, and of those that only texts in the caches do. */
    private long walkDigests(StatementTable statements) {
        long ofRows = statements.walkMemory().digests();
        int walk = tableMemory.lastWalk();
        return ofRows + sum(cache -> cache.walkEvicted(walk));
    }

    private static long evict(StatementTable statements, long bytes) {
        long before = statements.walkMemory().total();
        long mean = Math.max(1, before / Math.max(1, statements.size()));
        statements.evictColdest((int) Math.min(Integer.MAX_VALUE, bytes / mean + 1));
        return before - statements.walkMemory().total();
    }

    private long sum(ToLongFunction<DigestCache> figure) {
        long sum = 0;
        for (DigestCache cache : caches) {
            sum += figure.applyAsLong(cache);
        }
        return sum;
    }

    /** What all hold: digests that cache and table share twice, since the cache may let go of them at any time. */
    private long usedBytes() {
        return otherBytes() + Math.max(tableMemory.last().total(), tableMemory.estimatedBytes());
    }

    /** As {@link #usedBytes}, digests that a second's executions keep alive count whoever else holds them. */
    private long otherBytes() {
        return sessionDigests.getAsLong()
                + Math.max(0, traces.tracked().totalBytes() - tableMemory.last().total());
    }

    private void enforce() {
        TierShrinker topRu = tiers;
        if (topRu != null) {
            // of its own accord too: it takes half of the limit at most
            limit.shrink(MemoryLimit.Step.TOP_RU, topRu.bytes() - limit.limitBytes() / 2);
        }
        limit.enforce();
        // a tenth less than where parts shrink: nothing counts buffers of single statements
        tableMemory.limit(Math.max(0, limit.limitBytes() / 10 * 8 - otherBytes()));
    }

    /** Makes the digest cache of a dialect; what all of them may take is half of the limit. */
    synchronized DigestCache digestCache(SqlDialect dialect) {
        DigestCache made =
                new DigestCache(dialect, settings.digests(), cacheBytes(caches.size() + 1), layout, sampler());
        caches.add(made);
        caches.forEach(cache -> cache.resize(cacheBytes(caches.size())));
        return made;
    }

    private long cacheBytes(int count) {
        long bytes = settings.memory().limitBytes();
        return Math.min(settings.digestCacheBytes(), Math.min(bytes / CACHE_PART, bytes / 2 / count));
    }

    /** Returns what the MBean shows. */
    ExposedMemory exposed() {
        HeapAudit audit = new HeapAudit(List.of(
                new HeapAudit.Entries(Digest.class, this::meanDigestBytes),
                new HeapAudit.Entries(StatementStats.class, this::meanRowBytes)));
        return new ExposedMemory(traces, recorder, limit, audit, this::walk);
    }

    private void walk() {
        recorder.record();
    }

    private long meanDigestBytes() {
        long count = sum(DigestCache::digests);
        return count == 0 ? 0 : sum(DigestCache::digestBytes) / count;
    }

    private long meanRowBytes() {
        StatementTable statements = table;
        TableBytes last = tableMemory.last();
        return statements == null ? 0 : (last.total() - last.digests()) / (statements.size() + 1L);
    }

    MemoryTrace trace() {
        return traces.snapshot();
    }

    MemoryTraceManager traces() {
        return traces;
    }

    MemoryLimit limit() {
        return limit;
    }

    /** Ends the recorder's thread. */
    @Override
    public void close() {
        recorder.close();
    }
}
