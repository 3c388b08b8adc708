package dev.tollbooth.internal.sql;

import dev.tollbooth.internal.report.WindowHistory;
import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.Window;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The rows of {@code events_statements_summary_by_plan}: what {@code top_ru} has of each statement and plan, all users and items
 * together. Others have no statement, so they have no row.
 *
 * @param windows where the items of the last hour are held
 */
record PlanRows(WindowHistory windows) implements LiveRows<PlanRow> {

    @Override
    public Iterator<PlanRow> find(Search search) {
        Map<PlanRow.Key, PlanRow> rows = new LinkedHashMap<>();
        for (Window window : windows.lastHour()) {
            for (RuRecord record : window.ruRecords()) {
                if (record.scope() == RecordScope.STATEMENT) {
                    PlanRow row = rows.computeIfAbsent(PlanRow.Key.of(record), PlanRow::new);
                    for (RuItem item : record.items()) {
                        row.add(item, window.itemSeconds());
                    }
                }
            }
        }
        return rows.values().iterator();
    }

    @Override
    public long approximateCount() {
        long count = 1;
        for (Window window : windows.lastHour()) {
            count += window.ruRecords().size();
        }
        return count;
    }

    @Override
    public void truncate() {
        throw new UnsupportedOperationException("reported figures can't be emptied; they disappear after an hour");
    }
}
