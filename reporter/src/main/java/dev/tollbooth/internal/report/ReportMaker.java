package dev.tollbooth.internal.report;

import dev.tollbooth.internal.memory.MemoryTrace;
import dev.tollbooth.internal.table.StatementDelta;
import dev.tollbooth.internal.table.StatementDeltas;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.report.PlanChange;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.Sha256;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A builder that makes and numbers the reports of one {@link Reporter}. A report consists of a window, the figures of
 * statements since the last report, the texts of digests, drops and changes of plans.
 *
 * <p>Not thread-safe: guarded by the reporter, except {@link #trace}, which any thread may call.
 */
final class ReportMaker {

    private final String instance;
    private final StatementTable statements;
    private final DropCounters drops;
    private final ReportTexts texts;
    private final PlanChanges planChanges = new PlanChanges();
    private volatile @Nullable StatementDeltas deltas; // null while no sink wants them
    private @Nullable String bootId;
    private long sequence;

    /** Makes a builder. Its reports have no figures of statements before {@link #count}. */
    ReportMaker(String instance, WindowSource windows, StatementTable statements, DropCounters drops) {
        this.instance = instance;
        this.statements = statements;
        this.drops = drops;
        this.texts = new ReportTexts(windows, drops);
    }

    /**
     * Makes the next report include the figures since the table began, or from now on; returns false if statements are
     * counted already.
     */
    boolean count(boolean fromBegin) {
        if (deltas != null) {
            return false;
        }
        deltas = fromBegin ? StatementDeltas.fromBegin(statements) : StatementDeltas.fromNow(statements);
        return true;
    }

    /** Leaves the figures of statements out of later reports, and releases the memory for them. */
    void countNoMore() {
        deltas = null;
    }

    /** Returns the figures of statements since the last call; no figures while no sink wants them. */
    StatementDelta counted() {
        StatementDeltas present = deltas;
        return present == null ? StatementDelta.NONE : present.next();
    }

    /** Makes the next report of {@code window} and the figures in {@code delta}. */
    Report report(Window window, StatementDelta delta) {
        return new Report(
                instance,
                bootId(),
                ++sequence,
                window,
                texts.ofStatements(window, delta.statements()),
                texts.ofPlans(window),
                delta.statements(),
                delta.global(),
                drops.snapshot(),
                planChanges.next(window.ruRecords()));
    }

    /** Makes an empty report with the number of the last report, for sinks that read figures elsewhere. */
    Report idle(Window empty) {
        return new Report(
                instance, bootId(), sequence, empty, List.of(), List.of(), List.of(), null, Map.of(), List.of());
    }

    /**
     * Returns the boot id. It is created for the first report and not before, because random numbers load many classes
     * of the JDK.
     */
    private String bootId() {
        String known = bootId;
        if (known == null) {
            known = UUID.randomUUID().toString();
            bootId = known;
        }
        return known;
    }

    /** Adds the bytes that are held for the next report to {@code node}. */
    void trace(MemoryTrace node) {
        StatementDeltas present = deltas;
        node.child("statement bases").own(present == null ? 0 : present.baseBytes());
        node.child("texts to come").own(texts.missedBytes());
    }

    /**
     * A tracker that remembers the plan of each statement and finds changes of plans.
     *
     * <p>The plan of a statement in a window is the one with the most request units. The plans of the last 5,000
     * statements are remembered. Not thread-safe.
     */
    static final class PlanChanges {

        static final int LIMIT = 5_000;

        private record Statement(String keyspace, Sha256 digest) {}

        private static final class Plans extends LinkedHashMap<Statement, Sha256> {

            private static final long serialVersionUID = 1L;

            Plans() {
                super(16, 0.75f, true);
            }

            @Override
            protected boolean removeEldestEntry(Map.Entry<Statement, Sha256> eldest) {
                return size() > LIMIT;
            }
        }

        private final Plans plans = new Plans();

        /**
         * Returns a change for each statement whose plan differs from its last known plan. The records are in order of
         * request units, the highest first.
         */
        List<PlanChange> next(List<RuRecord> mostFirst) {
            List<PlanChange> changes = new ArrayList<>();
            Set<Statement> seen = new HashSet<>();
            for (RuRecord record : mostFirst) {
                Statement statement = new Statement(record.keyspace(), record.sqlDigest());
                Sha256 now = record.planDigest();
                if (!now.isNone() && seen.add(statement)) {
                    Sha256 before = plans.put(statement, now);
                    if (before != null && !before.equals(now)) {
                        long at = record.items().isEmpty()
                                ? 0
                                : record.items().get(0).startEpochSeconds();
                        changes.add(new PlanChange(record.keyspace(), record.sqlDigest(), before, now, at));
                    }
                }
            }
            return changes;
        }
    }
}
