package dev.tollbooth.cli.report;

import dev.tollbooth.cli.text.Hex;
import dev.tollbooth.cli.text.TimeRange;
import dev.tollbooth.internal.compare.MeasuredStatement;
import dev.tollbooth.internal.compare.Slowdown;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.file.RecordedFigures;
import dev.tollbooth.proto.tipb.SQLMeta;
import dev.tollbooth.proto.tipb.TopRURecord;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.StatementRecord;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * One side of a comparison: the figures of each digest in report files within a range of time.
 *
 * <p>Not thread-safe.
 */
final class ReportedSide {

    private final TimeRange range;
    private final Map<String, NavigableMap<Long, Figures>> windows = new TreeMap<>();
    private final Map<String, Set<String>> plans = new HashMap<>();
    private final Map<String, String> summaries = new HashMap<>();
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
                        .merge(
                                report.getWindowStartSec(),
                                RecordedFigures.of(record, report.getWindowStartSec(), report.getWindowEndSec()),
                                Figures::plus);
                if (!record.getSummary().isEmpty()) {
                    summaries.put(digest, record.getSummary());
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

    private MeasuredStatement measured(String digest, NavigableMap<Long, Figures> byStart) {
        Figures all = byStart.values().stream().reduce(Figures.NONE, Figures::plus);
        boolean known = Figure.RU_UNKNOWN.rank(all) <= 0;
        return new MeasuredStatement(
                Slowdown.few(byStart.values().stream().map(Figures::histogram).toList()),
                all.count(),
                (long) Figure.ERRORS.rank(all),
                known ? (Double) all.get(Figure.RU) : null,
                plans.getOrDefault(digest, Set.of()));
    }

    /** Returns the normalized text of a statement; else its short text, or empty. */
    String text(String digest) {
        return texts.getOrDefault(digest, summaries.getOrDefault(digest, ""));
    }

    boolean isEmpty() {
        return windows.isEmpty();
    }

    long reports() {
        return reports;
    }

    long executions() {
        return windows.values().stream()
                .flatMap(statement -> statement.values().stream())
                .mapToLong(Figures::count)
                .sum();
    }

    long firstSecond() {
        return firstSecond;
    }

    long lastSecond() {
        return lastSecond;
    }
}
