package dev.tollbooth.cli.report;

import dev.tollbooth.cli.text.Hex;
import dev.tollbooth.console.model.TimeSpan;
import dev.tollbooth.internal.compare.MeasuredStatement;
import dev.tollbooth.internal.compare.Slowdown;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.file.RecordedFigures;
import dev.tollbooth.proto.tipb.TopRURecord;
import dev.tollbooth.proto.v1.OriginRecord;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.StatementRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The statements of reports within a range of time: their figures by window and by origin, their plans and texts.
 *
 * <p>Not thread-safe.
 */
final class ReportedStatements {

    /**
     * The figures of a statement in one schema.
     *
     * @param windows the figures of each window, by the start of the window in seconds since 1970 UTC
     * @param origins the figures of each origin
     */
    record Reported(String schema, String digest, NavigableMap<Long, Figures> windows, Map<String, Figures> origins) {}

    private final TimeSpan range;
    private final String prefix;
    private final SortedMap<String, Reported> statements = new TreeMap<>();
    private final Map<String, Map<String, Long>> plans = new HashMap<>();
    private final Map<String, String> summaries = new HashMap<>();
    private final Map<String, String> texts = new HashMap<>();
    private Figures read = Figures.NONE;
    private long shortestSeconds = Long.MAX_VALUE;

    private ReportedStatements(TimeSpan range, String prefix) {
        this.range = range;
        this.prefix = prefix;
    }

    /**
     * Reads all statements whose digest begins with {@code prefix}.
     *
     * @param reports the method that passes each report once to a consumer
     */
    static ReportedStatements read(Consumer<Consumer<Report>> reports, TimeSpan range, String prefix) {
        ReportedStatements read = new ReportedStatements(range, prefix);
        reports.accept(read::add);
        return read;
    }

    private void add(Report report) {
        report.getSqlMetasList().forEach(meta -> texts.put(Hex.of(meta.getSqlDigest()), meta.getNormalizedSql()));
        if (!range.contains(report.getWindowStartSec())) {
            return;
        }
        read = read.plus(RecordedFigures.of(report, 1));
        for (TopRURecord record : report.getTopRuRecordsList()) {
            if (!record.getPlanDigest().isEmpty()) {
                plans.computeIfAbsent(Hex.of(record.getSqlDigest()), k -> new HashMap<>())
                        .merge(Hex.of(record.getPlanDigest()), report.getWindowStartSec(), Math::min);
            }
        }
        for (StatementRecord record : report.getStatementRecordsList()) {
            String digest = Hex.of(record.getDigest());
            if (!digest.isEmpty() && digest.startsWith(prefix)) {
                add(digest, record, report.getWindowStartSec(), report.getWindowEndSec());
            }
        }
    }

    private void add(String digest, StatementRecord record, long start, long end) {
        shortestSeconds = Math.min(shortestSeconds, Math.max(1, end - start));
        String schema = record.getSchemaName();
        Reported statement = statements.computeIfAbsent(
                schema + "/" + digest, k -> new Reported(schema, digest, new TreeMap<>(), new HashMap<>()));
        statement.windows.merge(start, RecordedFigures.of(record, start, end), Figures::plus);
        for (OriginRecord part : record.getOriginsList()) {
            Figures figures = RecordedFigures.of(part, RecordedFigures.sourceOf(record));
            statement.origins.merge(part.getOrigin(), figures, Figures::plus);
        }
        if (!record.getSummary().isEmpty()) {
            summaries.put(digest, record.getSummary());
        }
        if (!record.getNormalizedSql().isEmpty()) {
            texts.putIfAbsent(digest, record.getNormalizedSql());
        }
    }

    /** Returns the statements by schema and digest. */
    SortedMap<String, Reported> bySchema() {
        return statements;
    }

    /** Returns the windows of each digest, over all schemas. */
    NavigableMap<String, NavigableMap<Long, Figures>> byDigest() {
        NavigableMap<String, NavigableMap<Long, Figures>> all = new TreeMap<>();
        statements.values().forEach(statement -> {
            NavigableMap<Long, Figures> windows = all.computeIfAbsent(statement.digest, k -> new TreeMap<>());
            statement.windows.forEach((start, figures) -> windows.merge(start, figures, Figures::plus));
        });
        return all;
    }

    /** Returns the statements for a comparison, by digest. */
    SortedMap<String, MeasuredStatement> measured() {
        SortedMap<String, MeasuredStatement> measured = new TreeMap<>();
        byDigest().forEach((digest, windows) -> {
            Figures all = windows.values().stream().reduce(Figures.NONE, Figures::plus);
            boolean known = Figure.RU_UNKNOWN.rank(all) <= 0;
            measured.put(
                    digest,
                    new MeasuredStatement(
                            Slowdown.few(windows.values().stream()
                                    .map(Figures::histogram)
                                    .toList()),
                            all.count(),
                            all.orZero(Figure.ERRORS),
                            known ? (Double) all.get(Figure.RU) : null,
                            plans(digest).keySet()));
        });
        return measured;
    }

    /** Returns the plans of a statement, with the start of the first window of each in seconds since 1970 UTC. */
    Map<String, Long> plans(String digest) {
        return plans.getOrDefault(digest, Map.of());
    }

    /** Returns the normalized text of a statement; empty if no report has it. */
    String text(String digest) {
        return texts.getOrDefault(digest, "");
    }

    /** Returns the statement's short text for people; empty if no report has one. */
    String summary(String digest) {
        return summaries.getOrDefault(digest, "");
    }

    /** Returns the number of reports, the begin of the first one and the end of the last one. */
    Figures read() {
        return read;
    }

    /** Returns the length in seconds of the shortest window with a statement. */
    long shortestSeconds() {
        return shortestSeconds;
    }
}
