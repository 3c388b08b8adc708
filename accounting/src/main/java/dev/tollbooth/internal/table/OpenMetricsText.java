package dev.tollbooth.internal.table;

import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.StatementSnapshot;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Statements in OpenMetrics 1.0 text: a histogram of latencies, and counters of errors, rows and request units. Counters of executions without a row begin at 0, so that an alert finds them.
 *
 * <p>Every tenth of the 450 bounds is shown, five per power of ten, always the same, so that series stay comparable. A value equal to a bound counts above it.
 */
final class OpenMetricsText {

    private static final int BUCKET_STEP = 10;
    private static final int PICOS_SCALE = 12;
    private static final int NANOS_SCALE = 9;
    private static final String LATENCY = "tollbooth_statement_latency_seconds";

    private final StatementTable table;
    private final List<StatementSnapshot> top;
    private final StringBuilder text = new StringBuilder();

    OpenMetricsText(StatementTable table, int limit) {
        this.table = table;
        this.top = table.list().stream()
                .sorted(Comparator.comparingLong(StatementSnapshot::sumNanos).reversed())
                .limit(limit)
                .toList();
    }

    @Override
    public String toString() {
        text.setLength(0);
        head(LATENCY, "histogram", "Latency of executions as the client sees it");
        text.append("# UNIT ").append(LATENCY).append(" seconds\n");
        for (StatementSnapshot row : top) {
            histogram(row);
        }
        counter("tollbooth_statement_errors", "Executions that ended with an exception", StatementSnapshot::errors);
        rowsAffected();
        counter(
                "tollbooth_statement_rows_unknown",
                "Executions whose changed rows the driver did not report",
                StatementSnapshot::rowsUnknown);
        counter("tollbooth_statement_rows_sent", "Rows that the application read", StatementSnapshot::rowsSent);
        requestUnits();
        counter("tollbooth_executions_lost", "Executions that found no row of their own", table.lost());
        counter(
                "tollbooth_executions_folded",
                "Executions of rows that were evicted into the row without digest",
                table.folded());
        return text.append("# EOF\n").toString();
    }

    private void head(String name, String type, String help) {
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    }

    private void histogram(StatementSnapshot row) {
        HistogramSnapshot histogram = row.histogram();
        String labels = labels(row);
        long below = 0;
        int bucket = 0;
        for (int high = 1; high < LatencyBuckets.COUNT; high += BUCKET_STEP) {
            for (; bucket < high; bucket++) {
                below += histogram.count(bucket);
            }
            bucketLine(labels, seconds(LatencyBuckets.lowPicos(high), PICOS_SCALE), below);
        }
        bucketLine(labels, "+Inf", histogram.total());
        text.append(LATENCY).append("_count{").append(labels).append("} ");
        text.append(histogram.total()).append('\n');
        text.append(LATENCY).append("_sum{").append(labels).append("} ");
        text.append(seconds(row.sumNanos(), NANOS_SCALE)).append('\n');
    }

    private void bucketLine(String labels, String le, long count) {
        text.append(LATENCY).append("_bucket{").append(labels).append(",le=\"").append(le);
        text.append("\"} ").append(count).append('\n');
    }

    private void counter(String name, String help, ToLongFunction<StatementSnapshot> value) {
        head(name, "counter", help);
        for (StatementSnapshot row : top) {
            text.append(name).append("_total{").append(labels(row)).append("} ");
            text.append(value.applyAsLong(row)).append('\n');
        }
    }

    /** A row that has none known is left out. */
    private void rowsAffected() {
        String name = "tollbooth_statement_rows_affected";
        head(name, "counter", "Rows changed, as far as drivers say");
        for (StatementSnapshot row : top) {
            if (row.rowsAffected() != null) {
                text.append(name).append("_total{").append(labels(row)).append("} ");
                text.append(row.rowsAffected()).append('\n');
            }
        }
    }

    /** Request units of two sources are never added; a row without a known figure is left out. */
    private void requestUnits() {
        String name = "tollbooth_statement_request_units";
        head(name, "counter", "Request units by source");
        for (StatementSnapshot row : top) {
            if (row.sumRu() != null) {
                text.append(name).append("_total{").append(labels(row));
                text.append(",source=\"").append(PrintableText.label(row.ruSource() == null ? "" : row.ruSource()));
                text.append("\"} ").append(row.sumRu()).append('\n');
            }
        }
    }

    private void counter(String name, String help, long value) {
        head(name, "counter", help);
        text.append(name).append("_total ").append(value).append('\n');
    }

    private static String seconds(long unscaled, int scale) {
        return Double.toString(BigDecimal.valueOf(unscaled, scale).doubleValue());
    }

    private static String labels(StatementSnapshot row) {
        StringBuilder labels = new StringBuilder(160);
        String digest = row.digestHex();
        String schema = row.schema();
        labels.append("digest=\"").append(digest == null ? "" : digest);
        labels.append("\",schema=\"").append(schema == null ? "" : PrintableText.label(schema));
        labels.append("\",summary=\"").append(PrintableText.label(row.summary()));
        return labels.append('"').toString();
    }
}
