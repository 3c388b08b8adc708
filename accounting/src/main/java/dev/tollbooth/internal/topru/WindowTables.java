package dev.tollbooth.internal.topru;

import dev.tollbooth.internal.cost.RuKey;
import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.cost.RuTotals;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.SqlItem;
import dev.tollbooth.report.SqlRecord;
import dev.tollbooth.report.Window;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The closed buckets of one window, or its items. Not thread-safe. */
final class WindowTables {

    private record Part(long start, TierTable table) {}

    /** The items of one key, ordered by the key's scope, then by request units and executions. */
    private static final class RuItems extends RuTotals implements Comparable<RuItems> {
        final RuKey key;
        final List<RuItem> items = new ArrayList<>(1);

        RuItems(RuKey key) {
            this.key = key;
        }

        @Override
        public int compareTo(RuItems other) {
            int order = key.scope().compareTo(other.key.scope());
            order = order != 0 ? order : Double.compare(other.ru, ru);
            order = order != 0 ? order : Long.compare(other.execCount, execCount);
            return order != 0 ? order : key.compareTo(other.key);
        }

        RuRecord toRecord() {
            RuOwner owner = key.owner();
            return new RuRecord(
                    key.scope(), owner.keyspace(), owner.source(), owner.user(), key.sql(), key.plan(), items);
        }
    }

    private final List<Part> parts = new ArrayList<>(4);
    private final Map<String, RuTotals> withoutRecord = new HashMap<>();
    private int keysWithoutRecord;

    void add(long start, TierTable table) {
        parts.add(new Part(start, table));
    }

    /**
     * Returns the buckets, grouped in their order into items of {@code seconds}, each cut to a report's bounds; empties
     * this object.
     */
    WindowTables items(int seconds) {
        WindowTables grouped = new WindowTables();
        for (Part part : parts) {
            grouped.addBucket(Windows.align(part.start, seconds), part.table);
        }
        grouped.recut(TierTable::reportCut);
        parts.clear();
        return grouped;
    }

    private void addBucket(long start, TierTable table) {
        Part last = parts.isEmpty() ? null : parts.get(parts.size() - 1);
        if (last != null && last.start == start) {
            last.table.addAll(table);
        } else {
            add(start, table);
        }
    }

    /** Replaces each table by the result of {@code smaller}. */
    void recut(UnaryOperator<TierTable> smaller) {
        parts.replaceAll(part -> new Part(part.start, smaller.apply(part.table)));
    }

    boolean isEmpty() {
        return parts.isEmpty();
    }

    List<TierTable> tables() {
        return parts.stream().map(Part::table).toList();
    }

    /**
     * Returns the totals of the keys without a record, by source. A key has no record if its server counts no request
     * units. Call {@link #window} first.
     */
    Map<String, RuTotals> withoutRecord() {
        return withoutRecord;
    }

    int keysWithoutRecord() {
        return keysWithoutRecord;
    }

    /** Returns the sum of all request units by source. */
    Map<String, RuTotals> totals() {
        Map<String, RuTotals> totals = new HashMap<>();
        tables().forEach(table -> table.sumInto(totals));
        return totals;
    }

    Window window(long start, long end, int itemSeconds) {
        return new Window(start, end, itemSeconds, ruRecords(), sqlRecords());
    }

    private List<RuRecord> ruRecords() {
        Map<RuKey, RuItems> byKey = new HashMap<>();
        for (Part part : parts) {
            for (OwnerTable owner : part.table.owners()) {
                owner.statements.forEach(row -> add(byKey, part.start, row.key, row));
                add(byKey, part.start, RuKey.userOthers(owner.owner), owner.statements.others);
            }
            part.table.globalOthers().forEach((source, totals) -> {
                add(byKey, part.start, RuKey.globalOthers(source), totals);
            });
        }
        List<RuItems> rows = new ArrayList<>(byKey.values());
        Collections.sort(rows);
        List<RuRecord> records = new ArrayList<>(rows.size());
        for (RuItems row : rows) {
            if (row.offCount > 0 && row.offCount == row.execCount && row.ru == 0) {
                ClosedWindows.of(withoutRecord, row.key.owner().source()).add(row);
                keysWithoutRecord++;
            } else {
                records.add(row.toRecord());
            }
        }
        return records;
    }

    private static void add(Map<RuKey, RuItems> byKey, long start, RuKey key, RuTotals totals) {
        if (totals.isZero()) {
            return;
        }
        RuItems row = byKey.computeIfAbsent(key, RuItems::new);
        row.addSums(totals);
        row.items.add(totals.toItem(start));
    }

    private List<SqlRecord> sqlRecords() {
        TopTable all = new TopTable(Ranking.DURATION, Integer.MAX_VALUE / 2, RuTotals::addSums, new FoldedSketch());
        Map<RuKey, List<SqlItem>> items = new HashMap<>();
        List<SqlItem> others = new ArrayList<>();
        for (Part part : parts) {
            part.table.sql.forEach(row -> {
                RuKey key = all.add(row.key, row);
                items.computeIfAbsent(key, same -> new ArrayList<>(1)).add(item(part.start, row));
            });
            if (!part.table.sql.others.isZero()) {
                others.add(item(part.start, part.table.sql.others));
            }
        }
        List<SqlRecord> records = new ArrayList<>(all.size() + 1);
        for (RuRow row : all.sorted()) {
            RuKey key = row.key;
            records.add(
                    new SqlRecord(key.owner().keyspace(), key.sql(), key.plan(), items.getOrDefault(key, List.of())));
        }
        if (!others.isEmpty()) {
            RuKey none = RuKey.globalOthers("");
            records.add(new SqlRecord("", none.sql(), none.plan(), others));
        }
        return records;
    }

    private static SqlItem item(long start, RuTotals totals) {
        return new SqlItem(start, totals.execCount, totals.durationNanos, totals.cpuNanos);
    }
}
