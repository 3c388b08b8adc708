package dev.tollbooth.cli.report;

import dev.tollbooth.cli.text.Figures;
import dev.tollbooth.cli.text.Hex;
import dev.tollbooth.cli.text.Json;
import dev.tollbooth.cli.text.TextTable;
import dev.tollbooth.cli.text.TimeRange;
import dev.tollbooth.proto.v1.OriginRecord;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.StatementRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What each origin, who in the code executes, has: one row for each, by time; or one for each of its statements, by time or by
 * how often transactions repeated it. What no origin has is a row too, so that the rows add up to all executions.
 *
 * <p>Not thread-safe.
 */
final class TopOrigins {

    private static final String NONE = "-";

    private record Key(String origin, String digest) {}

    private static final class Sums {
        private final Set<String> statements = new HashSet<>();
        private final Set<String> sources = new HashSet<>();
        private String summary = "";
        private long executions;
        private long errors;
        private long rows;
        private long nanos;
        private double ru;
        private long most;
        private long transactions;
        private long repeated;

        private void add(OriginRecord record) {
            executions += record.getExecCount();
            errors += record.getErrorCount();
            rows += record.getRowsRead();
            nanos += record.getSumLatencyNs() + record.getSumFetchNs();
            ru += record.getTotalRu();
            most = Math.max(most, record.getMaxPerTransaction());
            transactions += record.getRepeatedTransactions();
            repeated += record.getRepeatedExecutions();
        }

        /** Those of two sources are never added up. */
        private @Nullable Double ru() {
            return sources.size() == 1 ? Double.valueOf(ru) : null;
        }
    }

    private final TopOrder order;
    private final TopFilter filter;
    private final int limit;
    private final Map<Key, Sums> all = new HashMap<>();

    /** By {@code order}: {@link TopOrder#ORIGIN} or {@link TopOrder#REPETITIONS}. */
    TopOrigins(TopOrder order, TopFilter filter, int limit) {
        this.order = order;
        this.filter = filter;
        this.limit = limit;
    }

    private boolean byStatement() {
        return order == TopOrder.REPETITIONS || !filter.origin().isEmpty();
    }

    void add(Report report, TimeRange range) {
        if (!range.contains(report.getWindowStartSec())) {
            return;
        }
        for (StatementRecord record : report.getStatementRecordsList()) {
            String digest = Hex.of(record.getDigest());
            if (digest.startsWith(filter.digest())) {
                record.getOriginsList().forEach(origin -> add(record, digest, origin));
                add(record, digest, ofNone(record));
            }
        }
    }

    private void add(StatementRecord record, String digest, OriginRecord part) {
        String origin = part.getOrigin().isEmpty() ? NONE : part.getOrigin();
        if (isNothing(part) || !(filter.origin().isEmpty() || filter.origin().equals(origin))) {
            return;
        }
        Sums sums = all.computeIfAbsent(new Key(origin, byStatement() ? digest : ""), key -> new Sums());
        sums.add(part);
        sums.summary = record.getSummary();
        sums.statements.add(digest);
        if (record.hasRuSource()) {
            sums.sources.add(record.getRuSource());
        }
    }

    private static boolean isNothing(OriginRecord part) {
        return part.getExecCount() == 0 && part.getSumLatencyNs() == 0 && part.getSumFetchNs() == 0;
    }

    /** What is of no origin: all but what the origins have. */
    private static OriginRecord ofNone(StatementRecord record) {
        OriginRecord.Builder rest = OriginRecord.newBuilder()
                .setExecCount(record.getExecCount())
                .setErrorCount(record.getErrorCount())
                .setRowsRead(record.getRowsRead())
                .setSumLatencyNs(record.getSumLatencyNs())
                .setSumFetchNs(record.getSumFetchNs())
                .setTotalRu(record.getTotalRu())
                .setRepeatedTransactions(record.getRepeatedTransactions())
                .setRepeatedExecutions(record.getRepeatedExecutions());
        for (OriginRecord part : record.getOriginsList()) {
            rest.setExecCount(rest.getExecCount() - part.getExecCount())
                    .setErrorCount(rest.getErrorCount() - part.getErrorCount())
                    .setRowsRead(rest.getRowsRead() - part.getRowsRead())
                    .setSumLatencyNs(rest.getSumLatencyNs() - part.getSumLatencyNs())
                    .setSumFetchNs(rest.getSumFetchNs() - part.getSumFetchNs())
                    .setTotalRu(Math.max(0, rest.getTotalRu() - part.getTotalRu()))
                    .setRepeatedTransactions(rest.getRepeatedTransactions() - part.getRepeatedTransactions())
                    .setRepeatedExecutions(rest.getRepeatedExecutions() - part.getRepeatedExecutions());
        }
        if (record.getOriginsCount() == 0 || rest.getRepeatedTransactions() > 0) {
            rest.setMaxPerTransaction(record.getMaxPerTransaction());
        }
        return rest.build();
    }

    private List<Map.Entry<Key, Sums>> sorted() {
        List<Map.Entry<Key, Sums>> rows = new ArrayList<>(all.entrySet());
        boolean repetitions = order == TopOrder.REPETITIONS;
        if (repetitions) {
            rows.removeIf(row -> row.getValue().repeated == 0);
        }
        rows.sort(Comparator.comparingLong(
                        (Map.Entry<Key, Sums> row) -> repetitions ? -row.getValue().repeated : -row.getValue().nanos)
                .thenComparing(row -> row.getKey().origin)
                .thenComparing(row -> row.getKey().digest));
        return rows;
    }

    /** Returns a table; no line where there is nothing. */
    List<String> text(int width) {
        List<Map.Entry<Key, Sums>> rows = sorted();
        if (rows.isEmpty()) {
            return List.of();
        }
        TextTable table = order == TopOrder.REPETITIONS ? repetitions() : origins();
        long nanos = all.values().stream().mapToLong(sums -> sums.nanos).sum();
        rows.stream()
                .limit(limit)
                .forEach(row -> table.row(
                        order == TopOrder.REPETITIONS
                                ? repeated(row.getKey(), row.getValue())
                                : cells(row.getKey(), row.getValue(), nanos)));
        if (rows.size() > limit) {
            table.row(rest(rows.subList(limit, rows.size()), nanos));
        }
        return table.lines(width);
    }

    private static TextTable repetitions() {
        TextTable table = new TextTable(5);
        table.right("repeated").right("transactions").right("most").right("time");
        return table.left("digest").left("statement").left("origin");
    }

    private TextTable origins() {
        TextTable table = new TextTable(byStatement() ? 1 : 0);
        table.left(byStatement() ? "digest" : "origin");
        if (byStatement()) {
            table.left("statement");
        }
        table.right("time").right("share").right("count").right("avg").right("errors");
        table.right("rows").right("RU").right("repeated");
        return byStatement() ? table : table.right("statements");
    }

    private static List<String> repeated(Key key, Sums sums) {
        return List.of(
                Figures.count(sums.repeated),
                Figures.count(sums.transactions),
                Figures.count(sums.most),
                Figures.time(sums.nanos),
                Hex.shortened(key.digest),
                sums.summary,
                key.origin);
    }

    private List<String> cells(Key key, Sums sums, long allNanos) {
        List<String> cells =
                new ArrayList<>(byStatement() ? List.of(Hex.shortened(key.digest), sums.summary) : List.of(key.origin));
        cells.addAll(Figures.timeCells(sums.nanos, allNanos, sums.executions));
        cells.add(Figures.count(sums.errors));
        cells.add(Figures.count(sums.rows));
        cells.add(Figures.ru(sums.ru()));
        cells.add(Figures.count(sums.repeated));
        if (!byStatement()) {
            cells.add(Figures.count(sums.statements.size()));
        }
        return cells;
    }

    private List<String> rest(List<Map.Entry<Key, Sums>> more, long allNanos) {
        long nanos = 0;
        long executions = 0;
        long repeated = 0;
        for (Map.Entry<Key, Sums> row : more) {
            nanos += row.getValue().nanos;
            executions += row.getValue().executions;
            repeated += row.getValue().repeated;
        }
        String named = "(" + more.size() + " more)";
        if (order == TopOrder.REPETITIONS) {
            return List.of(Figures.count(repeated), NONE, NONE, Figures.time(nanos), "", named, "");
        }
        List<String> cells = new ArrayList<>(byStatement() ? List.of("", named) : List.of(named));
        cells.addAll(Figures.timeCells(nanos, allNanos, executions));
        cells.addAll(List.of(NONE, NONE, NONE, Figures.count(repeated)));
        if (!byStatement()) {
            cells.add(NONE);
        }
        return cells;
    }

    /** Returns an object a line; no line where there is nothing. */
    List<String> json() {
        return sorted().stream()
                .limit(limit)
                .map(row -> json(row.getKey(), row.getValue()))
                .toList();
    }

    private String json(Key key, Sums sums) {
        return Json.line(json -> {
            json.writeStartObject();
            json.writeStringField("origin", key.origin.equals(NONE) ? null : key.origin);
            if (byStatement()) {
                json.writeStringField("sqlDigestHex", key.digest);
                json.writeStringField("summary", sums.summary);
            } else {
                json.writeNumberField("statements", sums.statements.size());
            }
            json.writeNumberField("execCount", sums.executions);
            json.writeNumberField("execDurationNs", sums.nanos);
            json.writeNumberField("errors", sums.errors);
            json.writeNumberField("rows", sums.rows);
            json.writeObjectField("ru", sums.ru());
            json.writeNumberField("maxPerTransaction", sums.most);
            json.writeNumberField("repeatedTransactions", sums.transactions);
            json.writeNumberField("repeatedExecutions", sums.repeated);
            json.writeEndObject();
        });
    }
}
