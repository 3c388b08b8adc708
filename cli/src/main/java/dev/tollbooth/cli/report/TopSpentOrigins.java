package dev.tollbooth.cli.report;

import dev.tollbooth.cli.text.Figures;
import dev.tollbooth.cli.text.Hex;
import dev.tollbooth.cli.text.Json;
import dev.tollbooth.cli.text.TextTable;
import dev.tollbooth.cli.text.TimeRange;
import dev.tollbooth.proto.tipb.RecordScope;
import dev.tollbooth.proto.tipb.TopRURecord;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.RuOriginItem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What each origin, who in the code executes, had a user spend: one row for each and each source of request units, the dearest
 * first. Of reports that were written with {@code tollbooth.topru.by-origin=on}.
 *
 * <p>Not thread-safe.
 */
final class TopSpentOrigins {

    private static final String NONE = "-";

    private record Key(String source, String origin) {}

    private final TopFilter filter;
    private final int limit;
    private final Map<Key, RuSums> all = new HashMap<>();
    private boolean told;

    TopSpentOrigins(TopFilter filter, int limit) {
        this.filter = filter;
        this.limit = limit;
    }

    void add(Report report, TimeRange range) {
        for (RuOriginItem item : report.getRuOriginsList()) {
            told = true;
            if (range.contains(item.getTimestampSec())
                    && Integer.compareUnsigned(item.getRecord(), report.getTopRuRecordsCount()) < 0) {
                add(report.getTopRuRecords(item.getRecord()), item);
            }
        }
    }

    private void add(TopRURecord record, RuOriginItem item) {
        boolean nobodys = record.getScope() == RecordScope.RECORD_SCOPE_GLOBAL_OTHERS;
        String origin = item.getOrigin().isEmpty() ? NONE : item.getOrigin();
        boolean admitted =
                (filter.user().isEmpty() || (!nobodys && filter.user().equals(record.getUser())))
                        && filter.admitsSource(record.getRuSource())
                        && Hex.of(record.getSqlDigest()).startsWith(filter.digest())
                        && (filter.origin().isEmpty() || filter.origin().equals(origin));
        if (admitted) {
            all.computeIfAbsent(new Key(record.getRuSource(), origin), key -> new RuSums())
                    .add(item);
        }
    }

    private List<Map.Entry<Key, RuSums>> sorted() {
        if (!told) {
            throw new IllegalArgumentException(
                    "not known by user and origin in these reports: leave out --user and --source,"
                            + " or have them written with tollbooth.topru.by-origin=on");
        }
        List<Map.Entry<Key, RuSums>> rows = new ArrayList<>(all.entrySet());
        rows.sort(Comparator.comparing((Map.Entry<Key, RuSums> row) -> row.getKey().source)
                .thenComparingDouble(row -> -knownRu(row.getValue()))
                .thenComparingLong(row -> -row.getValue().nanos())
                .thenComparing(row -> row.getKey().origin));
        return rows;
    }

    private static double knownRu(RuSums sums) {
        Double ru = sums.ru();
        return ru == null ? 0 : ru;
    }

    /** Returns a table; no line where there is nothing. */
    List<String> text(int width) {
        List<Map.Entry<Key, RuSums>> rows = sorted();
        if (rows.isEmpty()) {
            return List.of();
        }
        TextTable table = new TextTable(0);
        table.left("origin")
                .right("RU")
                .right("share")
                .right("time")
                .right("count")
                .right("avg")
                .left("source");
        Map<String, Double> spent = new HashMap<>(); // what one source tells says nothing of another's
        rows.forEach(row -> spent.merge(row.getKey().source, knownRu(row.getValue()), Double::sum));
        rows.stream().limit(limit).forEach(row -> table.row(cells(row.getKey(), row.getValue(), spent)));
        if (rows.size() > limit) {
            table.row(List.of("(" + (rows.size() - limit) + " more)", NONE, NONE, NONE, NONE, NONE, ""));
        }
        return table.lines(width);
    }

    private static List<String> cells(Key key, RuSums sums, Map<String, Double> spent) {
        return List.of(
                key.origin,
                Figures.ru(sums.ru()),
                Figures.share(sums.ru(), spent.getOrDefault(key.source, 0.0)),
                Figures.time(sums.nanos()),
                Figures.count(sums.executions()),
                sums.executions() == 0 ? NONE : Figures.time(sums.nanos() / sums.executions()),
                key.source);
    }

    /** Returns an object a line; no line where there is nothing. */
    List<String> json() {
        return sorted().stream()
                .limit(limit)
                .map(row -> json(row.getKey(), row.getValue()))
                .toList();
    }

    private static String json(Key key, RuSums sums) {
        return Json.line(json -> {
            json.writeStartObject();
            json.writeStringField("origin", key.origin.equals(NONE) ? null : key.origin);
            json.writeStringField("source", key.source);
            json.writeObjectField("totalRu", sums.ru());
            json.writeNumberField("execCount", sums.executions());
            json.writeNumberField("execDurationNs", sums.nanos());
            json.writeNumberField("unknownCount", sums.unknown());
            json.writeEndObject();
        });
    }
}
