package dev.tollbooth.internal.report;

import dev.tollbooth.internal.memory.MemoryTrace;
import dev.tollbooth.internal.table.StatementDelta;
import dev.tollbooth.internal.table.StatementDeltas;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.Window;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Makes the reports of one {@link Reporter}: numbers them, and adds to a window what statements counted since the report
 * before, the texts of what it names, drops and changes of plan.
 *
 * <p>Not thread-safe: guarded by the reporter, but for {@link #trace}, which anybody may call.
 */
final class ReportMaker {

    private final String instance;
    private final StatementTable statements;
    private final DropCounters drops;
    private final ReportTexts texts;
    private final PlanChanges planChanges = new PlanChanges();
    private volatile @Nullable StatementDeltas deltas; // null while nobody wants them
    private @Nullable String bootId;
    private long sequence;

    /** Counts nothing of {@code statements} yet. */
    ReportMaker(String instance, WindowSource windows, StatementTable statements, DropCounters drops) {
        this.instance = instance;
        this.statements = statements;
        this.drops = drops;
        this.texts = new ReportTexts(windows, drops);
    }

    /** Has what was counted since the table's begin in the next report; false where statements are counted already. */
    boolean countFromBegin() {
        if (deltas != null) {
            return false;
        }
        deltas = StatementDeltas.fromBegin(statements);
        return true;
    }

    /** Has what is counted from now on in the next report; false where statements are counted already. */
    boolean countFromNow() {
        if (deltas != null) {
            return false;
        }
        deltas = StatementDeltas.fromNow(statements);
        return true;
    }

    /** Lets go of what statements had counted. */
    void countNoMore() {
        deltas = null;
    }

    /** Returns what statements counted since the call before. */
    StatementDelta counted() {
        StatementDeltas present = deltas;
        return present == null ? StatementDelta.NONE : present.next();
    }

    /** Returns the next report. */
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

    /** Returns a report of nothing, with the number of the last one: it is for those who read elsewhere. */
    Report idle(Window empty) {
        return new Report(
                instance, bootId(), sequence, empty, List.of(), List.of(), List.of(), null, Map.of(), List.of());
    }

    /** Made for the first report: random numbers need much of the JVM that an application may not. */
    private String bootId() {
        String known = bootId;
        if (known == null) {
            known = UUID.randomUUID().toString();
            bootId = known;
        }
        return known;
    }

    /** Shows what the next report is made with. */
    void trace(MemoryTrace node) {
        StatementDeltas present = deltas;
        node.child("statement bases").own(present == null ? 0 : present.baseBytes());
        node.child("texts to come").own(texts.missedBytes());
    }
}
