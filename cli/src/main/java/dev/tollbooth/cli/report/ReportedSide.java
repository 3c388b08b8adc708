package dev.tollbooth.cli.report;

import dev.tollbooth.cli.text.Hex;
import dev.tollbooth.cli.text.TimeRange;
import dev.tollbooth.internal.compare.MeasuredStatement;
import dev.tollbooth.proto.tipb.SQLMeta;
import dev.tollbooth.proto.tipb.TopRURecord;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.StatementRecord;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * One side of a comparison: what report files say of each digest within a range of time.
 *
 * <p>Not thread-safe.
 */
final class ReportedSide {

    /** More windows than these say no more of how much windows differ; neighbours are put together. */
    private static final int MOST_WINDOWS = 60;

    private final TimeRange range;
    private final Map<String, NavigableMap<Long, StatementSums>> windows = new TreeMap<>();
    private final Map<String, Set<String>> plans = new HashMap<>();
    private final Set<String> unknownRu = new HashSet<>();
    private final Map<String, String> texts = new HashMap<>();
    private long reports;
    private long firstSecond = Long.MAX_VALUE;
    private long lastSecond = Long.MIN_VALUE;

    private ReportedSide(TimeRange range) {
        this.range = range;
    }

    static ReportedSide read(ReportFiles files, TimeRange range) {
        ReportedSide side = new ReportedSide(range);
        files.forEachOnce(side::add);
        return side;
    }

    private void add(Report report) {
        if (!range.contains(report.getWindowStartSec())) {
            return;
        }
        reports++;
        firstSecond = Math.min(firstSecond, report.getWindowStartSec());
        lastSecond = Math.max(lastSecond, report.getWindowEndSec());
        for (SQLMeta meta : report.getSqlMetasList()) {
            texts.put(Hex.of(meta.getSqlDigest()), meta.getNormalizedSql());
        }
        for (TopRURecord record : report.getTopRuRecordsList()) {
            if (!record.getPlanDigest().isEmpty()) {
                plans.computeIfAbsent(Hex.of(record.getSqlDigest()), k -> new HashSet<>())
                        .add(Hex.of(record.getPlanDigest()));
            }
        }
        for (StatementRecord record : report.getStatementRecordsList()) {
            String digest = Hex.of(record.getDigest());
            if (!digest.isEmpty()) {
                windows.computeIfAbsent(digest, k -> new TreeMap<>())
                        .computeIfAbsent(report.getWindowStartSec(), k -> new StatementSums())
                        .add(record, report.getWindowStartSec(), report.getWindowEndSec());
                if (record.getRuSource().isEmpty()) {
                    unknownRu.add(digest);
                }
                if (!record.getNormalizedSql().isEmpty()) {
                    texts.putIfAbsent(digest, record.getNormalizedSql());
                }
            }
        }
    }

    /** Returns the statements by digest. */
    Map<String, MeasuredStatement> statements() {
        Map<String, MeasuredStatement> statements = new TreeMap<>();
        windows.forEach((digest, byStart) -> statements.put(digest, measured(digest, byStart)));
        return statements;
    }

    private MeasuredStatement measured(String digest, NavigableMap<Long, StatementSums> byStart) {
        long executions = 0;
        long errors = 0;
        double ru = 0;
        for (StatementSums window : byStart.values()) {
            executions += window.executions();
            errors += window.errors();
            ru += window.ru();
        }
        return new MeasuredStatement(
                histograms(List.copyOf(byStart.values())),
                executions,
                errors,
                unknownRu.contains(digest) ? null : Double.valueOf(ru),
                plans.getOrDefault(digest, Set.of()));
    }

    private static List<HistogramSnapshot> histograms(List<StatementSums> windows) {
        int together = (windows.size() + MOST_WINDOWS - 1) / MOST_WINDOWS;
        List<HistogramSnapshot> histograms = new ArrayList<>();
        for (int i = 0; i < windows.size(); i++) {
            HistogramSnapshot window = windows.get(i).histogram();
            int last = histograms.size() - 1;
            if (i % together == 0) {
                histograms.add(window);
            } else {
                histograms.set(last, histograms.get(last).merge(window));
            }
        }
        return histograms;
    }

    /** Returns the statement's text; its name where no report has the text, empty where none has that either. */
    String text(String digest) {
        String text = texts.getOrDefault(digest, "");
        for (StatementSums window :
                windows.getOrDefault(digest, new TreeMap<>()).values()) {
            text = text.isEmpty() ? window.summary() : text;
        }
        return text;
    }

    boolean isEmpty() {
        return windows.isEmpty();
    }

    long reports() {
        return reports;
    }

    long executions() {
        long executions = 0;
        for (NavigableMap<Long, StatementSums> statement : windows.values()) {
            for (StatementSums window : statement.values()) {
                executions += window.executions();
            }
        }
        return executions;
    }

    long firstSecond() {
        return firstSecond;
    }

    long lastSecond() {
        return lastSecond;
    }
}
