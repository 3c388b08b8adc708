package dev.tollbooth.internal.metrics;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.ReportConsumer;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * A consumer of reports that adds up request units by user and source.
 *
 * <p>Thread-safe by its own lock.
 */
final class UserSeries implements ReportConsumer {

    private static final int TOP_USERS = 100;

    private record Key(String user, String source) {}

    private final LongSupplier nanos;
    private final LongSupplier epochMillis;

    @GuardedBy("this")
    private final SeriesBoard<Key> board;

    UserSeries(LongSupplier nanos, LongSupplier epochMillis, long beganNanos, long beganEpochMillis) {
        this.nanos = nanos;
        this.epochMillis = epochMillis;
        this.board = new SeriesBoard<>(TOP_USERS, UserSeries::attributes, beganNanos, beganEpochMillis);
    }

    private static Map<String, String> attributes(Key key) {
        Map<String, String> result = new LinkedHashMap<>();
        result.put(MetricAttribute.USER, key.user);
        result.put(MetricAttribute.RU_SOURCE, key.source);
        return result;
    }

    @Override
    public synchronized void accept(Report report) {
        for (RuRecord record : report.window().ruRecords()) {
            boolean named = record.scope() != RecordScope.GLOBAL_OTHERS;
            Series series = board.at(named ? new Key(record.user(), record.source()) : null);
            for (RuItem item : record.items()) {
                series.figures.add(Figures.of(item, record.source()));
                series.fresh += item.ru();
            }
        }
        board.rank(nanos.getAsLong(), epochMillis.getAsLong());
    }

    /** Returns the metric of the total request units of each user and source. */
    synchronized Metric metric() {
        List<MetricPoint> points = new ArrayList<>();
        for (Series series : board.all()) {
            series.addRu(points);
        }
        return new Metric(
                "tollbooth.request_units",
                MetricKind.COUNTER,
                "{RU}",
                "Request units by user, counted when a window ends",
                points);
    }

    synchronized long bytes() {
        return board.bytes();
    }
}
