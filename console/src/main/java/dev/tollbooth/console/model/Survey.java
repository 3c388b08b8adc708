package dev.tollbooth.console.model;

import dev.tollbooth.console.model.PageModel.RunFigures;
import dev.tollbooth.console.model.PageModel.TimeMark;
import dev.tollbooth.proto.tipb.PlanMeta;
import dev.tollbooth.proto.tipb.SQLMeta;
import dev.tollbooth.proto.v1.DropCounter;
import dev.tollbooth.proto.v1.PlanChange;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.StatementRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The first pass over the reports, which finds names and times, and adds up each statement.
 *
 * <p>Not thread-safe.
 */
final class Survey {

    private final Map<StatementIdentity, StatementTotals> statements = new LinkedHashMap<>();
    private final Map<String, String> texts = new HashMap<>();
    private final Map<String, String> plans = new HashMap<>();
    private final Map<String, RunSurvey> runs = new LinkedHashMap<>();
    private final Set<TimeMark> marks = new HashSet<>();
    private long firstSecond = Long.MAX_VALUE;
    private long endSecond = Long.MIN_VALUE;
    private int windowSeconds;

    /** Adds a report whose step begins at {@code start}. */
    void add(Report report, long start) {
        firstSecond = Math.min(firstSecond, report.getWindowStartSec());
        endSecond = Math.max(endSecond, Math.max(report.getWindowEndSec(), report.getWindowStartSec() + 1));
        if (report.getStatementRecordsCount() > 0) {
            windowSeconds = (int) Math.max(windowSeconds, Math.min(86_400, report.getWindowEndSec() - start));
        }
        runs.computeIfAbsent(report.getBootId(), k -> new RunSurvey(report.getInstance(), report.getBootId()))
                .add(report);
        for (SQLMeta meta : report.getSqlMetasList()) {
            texts.put(StatementIdentity.hex(meta.getSqlDigest()), meta.getNormalizedSql());
        }
        for (PlanMeta meta : report.getPlanMetasList()) {
            plans.put(StatementIdentity.hex(meta.getPlanDigest()), meta.getNormalizedPlan());
        }
        for (StatementRecord record : report.getStatementRecordsList()) {
            StatementIdentity identity = StatementIdentity.of(record);
            StatementTotals totals = statements.computeIfAbsent(identity, k -> new StatementTotals(""));
            totals.add(record, start, report.getWindowEndSec(), report.getRuTermsList());
            if (!record.getNormalizedSql().isEmpty()) {
                texts.putIfAbsent(identity.digest(), record.getNormalizedSql());
            }
        }
        report.getPlanChangesList().forEach(this::add);
    }

    private void add(PlanChange change) {
        marks.add(new TimeMark(
                change.getChangedAtSec(),
                "plan",
                StatementIdentity.hex(change.getSqlDigest()),
                StatementIdentity.hex(change.getOldPlanDigest()),
                StatementIdentity.hex(change.getNewPlanDigest())));
    }

    TimeGrid grid() {
        return TimeGrid.covering(firstSecond, endSecond, windowSeconds());
    }

    /** Returns the longest time that the statement records of a report cover, in seconds; 60 if no report has any. */
    int windowSeconds() {
        return windowSeconds == 0 ? 60 : windowSeconds;
    }

    Map<StatementIdentity, StatementTotals> statements() {
        return statements;
    }

    /** Returns the normalized text of a statement; empty if no report has it. */
    String text(StatementIdentity identity) {
        return texts.getOrDefault(identity.digest(), "");
    }

    Map<String, String> plans() {
        return plans;
    }

    List<RunFigures> runs() {
        return runs.values().stream()
                .map(RunSurvey::figures)
                .sorted(Comparator.comparingLong(RunFigures::firstSecond))
                .toList();
    }

    /** Returns plan changes and starts in order, without a start in the first second of the reports. */
    List<TimeMark> marks() {
        List<TimeMark> all = new ArrayList<>(marks);
        for (RunFigures run : runs()) {
            if (run.firstSecond() > firstSecond) {
                all.add(new TimeMark(run.firstSecond(), "start", run.instance(), "", ""));
            }
        }
        all.sort(Comparator.comparingLong(TimeMark::second).thenComparing(TimeMark::name));
        return all;
    }

    /**
     * The facts that the reports of one run contain.
     *
     * <p>Not thread-safe.
     */
    private static final class RunSurvey {

        private final String instance;
        private final String bootId;
        private final Map<String, DropCounter> dropped = new TreeMap<>();
        private long firstSecond = Long.MAX_VALUE;
        private long endSecond = Long.MIN_VALUE;
        private long firstSequence = Long.MAX_VALUE;
        private long lastSequence = Long.MIN_VALUE;
        private long reports;

        RunSurvey(String instance, String bootId) {
            this.instance = instance;
            this.bootId = bootId;
        }

        void add(Report report) {
            reports++;
            firstSecond = Math.min(firstSecond, report.getWindowStartSec());
            endSecond = Math.max(endSecond, report.getWindowEndSec());
            firstSequence = Math.min(firstSequence, report.getSequence());
            if (report.getSequence() > lastSequence) {
                lastSequence = report.getSequence();
                // counters grow from the start of the run, so the latest ones are used
                for (DropCounter counter : report.getDropCountersList()) {
                    dropped.put(counter.getReason(), counter);
                }
            }
        }

        RunFigures figures() {
            long expected = lastSequence - firstSequence + 1;
            return new RunFigures(
                    instance, bootId, firstSecond, endSecond, reports, Math.max(0, expected - reports), dropped);
        }
    }
}
