package dev.tollbooth.cli.report;

import dev.tollbooth.cli.text.Hex;
import dev.tollbooth.cli.text.TimeRange;
import dev.tollbooth.internal.advice.AdvisedStatement;
import dev.tollbooth.internal.advice.AdvisedWorkload;
import dev.tollbooth.internal.advice.Advisor;
import dev.tollbooth.internal.compare.Slowdown;
import dev.tollbooth.internal.compare.Slowdown.Timeline;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.file.RecordedFigures;
import dev.tollbooth.proto.tipb.TopRURecord;
import dev.tollbooth.proto.v1.OriginRecord;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.StatementRecord;
import dev.tollbooth.statement.Advice;
import dev.tollbooth.statement.Digest;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Sha256;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Advice from report files, of the kinds whose figures reports have.
 *
 * <p>Not thread-safe.
 */
public final class ReportedAdvice {

    /** A statement in reports. */
    private record Named(Sha256 sha256, String text, String summary) implements Digest {

        @Override
        public String hex() {
            return sha256.hex();
        }
    }

    /** The records of one statement in one schema, added up. */
    private static final class Sum {

        private final String schema;
        private final Sha256 digest;
        private Figures figures = Figures.NONE;
        private final Map<String, Figures> origins = new HashMap<>();
        private final NavigableMap<Long, HistogramSnapshot> windows = new TreeMap<>();
        private String summary = "";
        private String text = "";

        Sum(String schema, Sha256 digest) {
            this.schema = schema;
            this.digest = digest;
        }

        void add(StatementRecord record, Figures counted, long windowStart) {
            figures = figures.plus(counted);
            windows.merge(windowStart * 1_000, counted.histogram(), HistogramSnapshot::merge);
            summary = record.getSummary().isEmpty() ? summary : record.getSummary();
            text = record.getNormalizedSql().isEmpty() ? text : record.getNormalizedSql();
            for (OriginRecord part : record.getOriginsList()) {
                Figures ofOrigin = RecordedFigures.of(part, RecordedFigures.sourceOf(record));
                origins.merge(part.getOrigin(), ofOrigin, Figures::plus);
            }
        }

        AdvisedStatement advised(@Nullable String known, @Nullable Slowdown slowdown) {
            String shown = text.isEmpty() && known != null ? known : text;
            return new AdvisedStatement(
                    schema.isEmpty() ? null : schema,
                    new Named(digest, shown, summary.isEmpty() ? shown : summary),
                    figures,
                    origins,
                    new AdvisedStatement.Clues(null, "what follows it", slowdown, null));
        }
    }

    private final TimeRange range;
    private final Map<String, Sum> statements = new TreeMap<>();
    private final Map<String, String> texts = new HashMap<>();
    /**
     * The plans of each digest, with the start of the first window that has the plan, in milliseconds since 1970 UTC.
     */
    private final Map<String, Map<String, Long>> plans = new HashMap<>();

    private long firstSecond = Long.MAX_VALUE;
    private long lastSecond;

    private ReportedAdvice(TimeRange range) {
        this.range = range;
    }

    /**
     * Returns the advice for the application that wrote {@code files}, the greatest share first; null without
     * statements.
     */
    public static @Nullable List<Advice> read(ReportFiles files, TimeRange range) {
        ReportedAdvice advice = new ReportedAdvice(range);
        files.forEachOnce(advice::add);
        if (advice.statements.isEmpty()) {
            return null;
        }
        return new Advisor(List.of()).advise(new AdvisedWorkload(advice.advised(), Figures.NONE, Figures.NONE));
    }

    private List<AdvisedStatement> advised() {
        Map<String, Timeline> timelines = new HashMap<>();
        statements.forEach((key, sum) ->
                timelines.put(key, new Timeline(sum.windows, plans.getOrDefault(sum.digest.hex(), Map.of()))));
        Map<String, Slowdown> slowdowns = Slowdown.of(timelines, (firstSecond + lastSecond) * 500);
        List<AdvisedStatement> all = new ArrayList<>();
        statements.forEach((key, sum) -> all.add(sum.advised(texts.get(sum.digest.hex()), slowdowns.get(key))));
        return all;
    }

    private void add(Report report) {
        report.getSqlMetasList().forEach(meta -> texts.put(Hex.of(meta.getSqlDigest()), meta.getNormalizedSql()));
        if (!range.contains(report.getWindowStartSec())) {
            return;
        }
        long start = report.getWindowStartSec();
        firstSecond = Math.min(firstSecond, start);
        lastSecond = Math.max(lastSecond, report.getWindowEndSec());
        for (TopRURecord record : report.getTopRuRecordsList()) {
            if (!record.getPlanDigest().isEmpty()) {
                plans.computeIfAbsent(Hex.of(record.getSqlDigest()), key -> new HashMap<>())
                        .merge(Hex.of(record.getPlanDigest()), start * 1_000, Math::min);
            }
        }
        for (StatementRecord record : report.getStatementRecordsList()) {
            String digest = Hex.of(record.getDigest());
            if (!digest.isEmpty()) {
                Figures counted = RecordedFigures.of(record, start, report.getWindowEndSec());
                statements
                        .computeIfAbsent(
                                record.getSchemaName() + "/" + digest,
                                key -> new Sum(record.getSchemaName(), Sha256.ofHex(digest)))
                        .add(record, counted, start);
            }
        }
    }
}
