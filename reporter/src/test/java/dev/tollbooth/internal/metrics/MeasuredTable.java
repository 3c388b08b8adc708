package dev.tollbooth.internal.metrics;

import dev.tollbooth.internal.budget.Budgets;
import dev.tollbooth.internal.control.AccountingSwitch;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.latency.FailureKind;
import dev.tollbooth.internal.memory.MemoryPart;
import dev.tollbooth.internal.memory.MemoryTrace;
import dev.tollbooth.internal.memory.MemoryTraceManager;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.StatementTableOptions;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.internal.trace.ExemplarBoard;
import dev.tollbooth.internal.trace.TraceIds;
import dev.tollbooth.report.ReportConsumer;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A statement table that a test fills, with its metrics. */
public final class MeasuredTable {

    public final StatementTable table =
            new StatementTable(StatementTableOptions.DEFAULT, Ticker.SYSTEM, new WallClock(0, 0));
    public final TraceIds trace = new TraceIds("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331");
    public final ExemplarBoard exemplars = new ExemplarBoard(new AccountingSwitch(), () -> () -> trace);
    public final DropCounters drops = new DropCounters();
    public final Failures failures = new Failures(Ticker.SYSTEM);
    public final List<ReportConsumer> subscribed = new ArrayList<>();
    public final Telemetry telemetry = new Telemetry(
            new InstanceFigures(
                    table,
                    new SessionRegistry(Ticker.SYSTEM),
                    exemplars,
                    drops,
                    failures,
                    new Budgets(List.of(), false),
                    MeasuredTable::memory,
                    64_000_000),
            MeasuredTable::attributes,
            Ticker.SYSTEM,
            System::currentTimeMillis,
            Instant.now().minusSeconds(60),
            subscribed::add);

    /** Executes a statement once. */
    public void execute(String text, long nanos) {
        execute(digest(text), nanos);
    }

    /** Executes a statement once from an origin. */
    public void executeOf(String origin, String text, long nanos) {
        execute(text, nanos);
        table.schema("shop")
                .statement(digest(text))
                .addOrigin(table.originNames().number(origin), nanos, false, 1, 0);
    }

    private static TextDigest digest(String text) {
        return TextDigest.ofNormalized(text, "SELECT " + text);
    }

    /** Executes a statement once within {@link #trace}. */
    public void executeTraced(String text, long nanos) {
        execute(text, nanos);
        exemplars.ended("shop", digest(text), nanos, Ticker.SYSTEM.nanoTime(), null);
    }

    /** Executes a statement once within {@link #trace}, with a failure. */
    public void fail(String text, long nanos, Exception failure) {
        String exception = failure.getClass().getName();
        FailureKind kind = failure instanceof SQLException sql
                ? table.failureKinds().ofSql(sql.getSQLState(), sql.getErrorCode(), exception)
                : table.failureKinds().ofOther(exception);
        table.schema("shop")
                .statement(digest(text))
                .add(nanos, 0, 0, 0, kind.errorClass().code(), kind.number());
        exemplars.ended("shop", digest(text), nanos, Ticker.SYSTEM.nanoTime(), kind.errorType());
    }

    private void execute(TextDigest digest, long nanos) {
        table.schema("shop").statement(digest).add(nanos, 0, 1, 0, 0);
    }

    /** Executes a statement i % 7 + 1 times in each bucket i of the 450. */
    public void executeInEachBucket(String text) {
        for (int bucket = 0; bucket < LatencyBuckets.COUNT; bucket++) {
            for (int i = 0; i <= bucket % 7; i++) {
                execute(text, (LatencyBuckets.lowPicos(bucket) + 999) / 1_000);
            }
        }
    }

    private static MemoryTrace memory() {
        MemoryTrace root = new MemoryTrace(MemoryTraceManager.ROOT);
        root.child(MemoryPart.ACCOUNTING.label()).child("histograms").own(700);
        root.child(MemoryPart.TOP_RU.label()).child("journals").own(250);
        root.child(MemoryPart.SQL_TABLES.label()).own(50);
        return root;
    }

    /** Returns the attributes, in the same order in each JVM. */
    private static Map<String, String> attributes() {
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put(MetricAttribute.INSTANCE, "shop");
        attributes.put(MetricAttribute.SERVER_PORT, "5432");
        return attributes;
    }
}
