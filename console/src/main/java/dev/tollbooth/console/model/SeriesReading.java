package dev.tollbooth.console.model;

import dev.tollbooth.console.model.PageModel.SpenderFigures;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.file.RecordedFigures;
import dev.tollbooth.proto.tipb.TopRURecord;
import dev.tollbooth.proto.tipb.TopRURecordItem;
import dev.tollbooth.proto.v1.OriginRecord;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.RuOriginItem;
import dev.tollbooth.proto.v1.StatementRecord;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The second pass over the reports, which adds up figures by time.
 *
 * <p>Not thread-safe.
 */
final class SeriesReading {

    private static final int MOST_SPENDERS = 100;

    private final TimeGrid grid;
    private final Map<StatementIdentity, SortedMap<Integer, Figures>> statements = new HashMap<>();
    private final SortedMap<Integer, Figures> global = new TreeMap<>();
    private final SortedMap<Integer, Figures> rest = new TreeMap<>();
    private final Map<String, SortedMap<Integer, Figures>> byOrigin = new TreeMap<>();
    private final Map<String, SortedMap<Integer, Figures>> byInstance = new TreeMap<>();
    private final Map<SpenderIdentity, SpenderFigures> spenders = new HashMap<>();

    SeriesReading(TimeGrid grid, Set<StatementIdentity> selected) {
        this.grid = grid;
        selected.forEach(each -> statements.put(each, new TreeMap<>()));
    }

    /** Adds a report whose step begins at {@code start}, unless it has come since the first pass. */
    void add(Report report, long start) {
        if (report.getWindowStartSec() >= grid.endSecond()) {
            return;
        }
        int bucket = grid.bucket(start);
        for (StatementRecord record : report.getStatementRecordsList()) {
            Figures figures = RecordedFigures.of(record);
            statements.getOrDefault(StatementIdentity.of(record), rest).merge(bucket, figures, Figures::plus);
            global.merge(bucket, figures, Figures::plus);
            slice(byInstance, report.getInstance(), bucket, record.getExecCount(), record.getSumLatencyNs());
            for (OriginRecord part : record.getOriginsList()) {
                slice(byOrigin, part.getOrigin(), bucket, part.getExecCount(), part.getSumLatencyNs());
            }
        }
        for (TopRURecord record : report.getTopRuRecordsList()) {
            SpenderFigures spender = spenders.computeIfAbsent(SpenderIdentity.of(record), SpenderFigures::new);
            for (TopRURecordItem item : record.getItemsList()) {
                int at = grid.bucket(item.getTimestampSec());
                spender.byBucket().merge(at, RecordedFigures.of(item, record.getRuSource()), Figures::plus);
            }
        }
        for (RuOriginItem item : report.getRuOriginsList()) {
            if (Integer.compareUnsigned(item.getRecord(), report.getTopRuRecordsCount()) < 0) {
                TopRURecord record = report.getTopRuRecords(item.getRecord());
                SpenderFigures spender = spenders.computeIfAbsent(SpenderIdentity.of(record), SpenderFigures::new);
                StatementTotals.add(
                        spender.byOrigin(), item.getOrigin(), RecordedFigures.of(item, record.getRuSource()));
            }
        }
    }

    private static void slice(
            Map<String, SortedMap<Integer, Figures>> slices, String name, int bucket, long count, long nanos) {
        boolean room = slices.size() < StatementTotals.MOST_ORIGINS || slices.containsKey(name);
        Figures figures = Figures.builder()
                .set(Figure.COUNT, count)
                .set(Figure.TIME, nanos)
                .build();
        slices.computeIfAbsent(room ? name : StatementTotals.OTHERS, k -> new TreeMap<>())
                .merge(bucket, figures, Figures::plus);
    }

    /**
     * Returns executions and time by origin and by instance; executions without an origin are in no series by origin.
     */
    Map<String, Map<String, SortedMap<Integer, Figures>>> slices() {
        return Map.of("origin", byOrigin, "instance", byInstance);
    }

    /** Returns the points of a selected statement; empty for others. */
    SortedMap<Integer, Figures> points(StatementIdentity identity) {
        return statements.getOrDefault(identity, Collections.emptySortedMap());
    }

    SortedMap<Integer, Figures> global() {
        return global;
    }

    SortedMap<Integer, Figures> rest() {
        return withoutLatencies(rest);
    }

    static SortedMap<Integer, Figures> withoutLatencies(SortedMap<Integer, Figures> points) {
        SortedMap<Integer, Figures> bare = new TreeMap<>();
        points.forEach((bucket, figures) -> bare.put(
                bucket, figures.toBuilder().histogram(HistogramSnapshot.EMPTY).build()));
        return bare;
    }

    /**
     * Returns the request units of the top users and statements. Further statements are added up to one row for each
     * source, database and user.
     */
    List<SpenderFigures> spenders() {
        List<SpenderFigures> byTime = Figure.TIME.sorted(spenders.values(), SpenderFigures::total);
        List<SpenderFigures> all = Figure.RU.sorted(byTime, SpenderFigures::total);
        if (all.size() <= MOST_SPENDERS) {
            return all;
        }
        Map<SpenderIdentity, SpenderFigures> small = new HashMap<>();
        for (SpenderFigures each : all.subList(MOST_SPENDERS, all.size())) {
            boolean statement = each.identity().scope().equals(SpenderIdentity.STATEMENT);
            SpenderIdentity into = statement ? each.identity().small() : each.identity();
            SpenderFigures row = small.computeIfAbsent(into, SpenderFigures::new);
            each.byOrigin().forEach((origin, sums) -> StatementTotals.add(row.byOrigin(), origin, sums));
            each.byBucket().forEach((bucket, sums) -> row.byBucket().merge(bucket, sums, Figures::plus));
        }
        List<SpenderFigures> kept = new ArrayList<>(all.subList(0, MOST_SPENDERS));
        kept.addAll(small.values());
        return kept;
    }
}
