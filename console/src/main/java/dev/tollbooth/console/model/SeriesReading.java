package dev.tollbooth.console.model;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.file.RecordedFigures;
import dev.tollbooth.proto.tipb.TopRURecord;
import dev.tollbooth.proto.tipb.TopRURecordItem;
import dev.tollbooth.proto.v1.OriginRecord;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.RuOriginItem;
import dev.tollbooth.proto.v1.StatementRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The second pass over the reports, which adds up figures by time.
 *
 * <p>Not thread-safe.
 */
final class SeriesReading {

    private static final int MOST_SPENDERS = 100;

    private final TimeSpan span;
    private final TimeGrid grid;
    private final Set<String> known = new HashSet<>();
    private final StepStarts starts = new StepStarts();
    private final Map<StatementIdentity, BucketedTotals> statements = new HashMap<>();
    private final BucketedTotals global = new BucketedTotals(true);
    private final BucketedTotals rest = new BucketedTotals(false);
    private final Map<String, BucketedTotals> byOrigin = new TreeMap<>();
    private final Map<String, BucketedTotals> byInstance = new TreeMap<>();
    private final Map<SpenderIdentity, Map<Integer, Figures>> spenders = new HashMap<>();
    private final Map<SpenderIdentity, Map<String, Figures>> origins = new HashMap<>();

    SeriesReading(TimeSpan span, TimeGrid grid, Set<StatementIdentity> selected) {
        this.span = span;
        this.grid = grid;
        selected.forEach(each -> statements.put(each, new BucketedTotals(true)));
    }

    void add(Report report) {
        if (!span.contains(report.getWindowStartSec())
                || report.getWindowStartSec() >= grid.endSecond()
                || !known.add(report.getBootId() + "/" + report.getSequence())) {
            return;
        }
        int bucket = grid.bucket(starts.of(report));
        for (StatementRecord record : report.getStatementRecordsList()) {
            statements.getOrDefault(StatementIdentity.of(record), rest).add(bucket, record);
            global.add(bucket, record);
            slice(byInstance, report.getInstance(), bucket, record.getExecCount(), record.getSumLatencyNs());
            for (OriginRecord part : record.getOriginsList()) {
                slice(byOrigin, part.getOrigin(), bucket, part.getExecCount(), part.getSumLatencyNs());
            }
        }
        for (TopRURecord record : report.getTopRuRecordsList()) {
            Map<Integer, Figures> byBucket = spenders.computeIfAbsent(SpenderIdentity.of(record), k -> new HashMap<>());
            for (TopRURecordItem item : record.getItemsList()) {
                byBucket.merge(
                        grid.bucket(item.getTimestampSec()),
                        RecordedFigures.of(item, record.getRuSource()),
                        Figures::plus);
            }
        }
        for (RuOriginItem item : report.getRuOriginsList()) {
            if (Integer.compareUnsigned(item.getRecord(), report.getTopRuRecordsCount()) < 0) {
                SpenderIdentity spender = SpenderIdentity.of(report.getTopRuRecords(item.getRecord()));
                OriginTally.add(
                        origins.computeIfAbsent(spender, k -> new HashMap<>()),
                        item.getOrigin(),
                        RecordedFigures.of(item, spender.source()));
            }
        }
    }

    private static void slice(Map<String, BucketedTotals> slices, String name, int bucket, long count, long nanos) {
        boolean room = slices.size() < OriginTally.MOST || slices.containsKey(name);
        slices.computeIfAbsent(room ? name : OriginTally.OTHERS, k -> new BucketedTotals(false))
                .add(
                        bucket,
                        Figures.builder()
                                .set(Figure.COUNT, count)
                                .set(Figure.TIME, nanos)
                                .build());
    }

    /**
     * Returns executions and time by origin and by instance; executions without an origin are in no series by origin.
     */
    Map<String, Map<String, List<SeriesPoint>>> slices() {
        return Map.of("origin", points(byOrigin), "instance", points(byInstance));
    }

    private static Map<String, List<SeriesPoint>> points(Map<String, BucketedTotals> slices) {
        Map<String, List<SeriesPoint>> points = new TreeMap<>();
        slices.forEach((name, totals) -> points.put(name, totals.points()));
        return points;
    }

    /** Returns the points of a selected statement; empty for others. */
    List<SeriesPoint> points(StatementIdentity identity) {
        BucketedTotals series = statements.get(identity);
        return series == null ? List.of() : series.points();
    }

    List<SeriesPoint> global() {
        return global.points();
    }

    List<SeriesPoint> rest() {
        return rest.points();
    }

    /**
     * Returns the request units of the top users and statements. Further statements are added up to one row for each
     * source, database and user.
     */
    List<SpenderFigures> spenders() {
        List<SpenderFigures> all = new ArrayList<>();
        spenders.forEach((identity, byBucket) ->
                all.add(new SpenderFigures(identity, byBucket, origins.getOrDefault(identity, Map.of()))));
        all.sort(Comparator.comparingDouble((SpenderFigures each) -> Figure.RU.rank(each.total()))
                .thenComparingLong(each -> each.total().nanos())
                .reversed());
        if (all.size() <= MOST_SPENDERS) {
            return all;
        }
        Map<SpenderIdentity, Map<Integer, Figures>> small = new HashMap<>();
        Map<SpenderIdentity, Map<String, Figures>> smallOrigins = new HashMap<>();
        for (SpenderFigures each : all.subList(MOST_SPENDERS, all.size())) {
            boolean statement = each.identity().scope().equals(SpenderIdentity.STATEMENT);
            SpenderIdentity into = statement ? each.identity().small() : each.identity();
            Map<Integer, Figures> row = small.computeIfAbsent(into, k -> new HashMap<>());
            Map<String, Figures> byOrigin = smallOrigins.computeIfAbsent(into, k -> new HashMap<>());
            each.byOrigin().forEach((origin, sums) -> OriginTally.add(byOrigin, origin, sums));
            each.byBucket().forEach((bucket, sums) -> row.merge(bucket, sums, Figures::plus));
        }
        List<SpenderFigures> kept = new ArrayList<>(all.subList(0, MOST_SPENDERS));
        small.forEach((identity, byBucket) ->
                kept.add(new SpenderFigures(identity, byBucket, smallOrigins.getOrDefault(identity, Map.of()))));
        return kept;
    }

    /**
     * The figures of statements in each bucket of time.
     *
     * <p>Not thread-safe.
     */
    private static final class BucketedTotals {

        private final TreeMap<Integer, Figures> buckets = new TreeMap<>();
        private final boolean withHistograms;

        /** Makes empty totals; {@code withHistograms} tells whether {@link #points} contain latencies. */
        BucketedTotals(boolean withHistograms) {
            this.withHistograms = withHistograms;
        }

        void add(int bucket, StatementRecord record) {
            add(bucket, RecordedFigures.of(record));
        }

        void add(int bucket, Figures figures) {
            buckets.merge(bucket, figures, Figures::plus);
        }

        /** Returns the buckets with figures, in order. */
        List<SeriesPoint> points() {
            List<SeriesPoint> points = new ArrayList<>(buckets.size());
            buckets.forEach((bucket, figures) ->
                    points.add(new SeriesPoint(bucket, figures, withHistograms ? figures.histogram() : null)));
            return points;
        }
    }
}
