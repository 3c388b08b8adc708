package dev.tollbooth.internal.sql;

import dev.tollbooth.internal.control.NameLimit;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.report.WindowHistory;
import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.Sha256;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The rows of {@code events_statements_summary_by_plan}: the sums of {@code top_ru} by statement and plan, over all
 * users and items. Records of all others have no statement, and thus no row.
 *
 * @param windows the windows of the last hour
 */
record PlanRows(WindowHistory windows) implements LiveRows<Map.Entry<PlanRows.Key, Figures>> {

    /** The key of a row. It includes the source, because request units of different sources are never added. */
    record Key(String keyspace, Sha256 digest, Sha256 plan, String source) {}

    LiveColumns<Map.Entry<Key, Figures>> columns() {
        return new LiveColumns<Map.Entry<Key, Figures>>(Map.Entry::getValue)
                .text("keyspace", NameLimit.MAX_LENGTH, row -> row.getKey().keyspace)
                .text("digest", StatementRows.DIGEST_LENGTH, row -> StatementRows.hex(row.getKey().digest))
                .text("plan_digest", StatementRows.DIGEST_LENGTH, row -> StatementRows.hex(row.getKey().plan))
                .text("digest_text", StatementRows.TEXT_LENGTH, row -> windows.sqlText(row.getKey().digest))
                .text("plan_text", StatementRows.TEXT_LENGTH, row -> windows.planText(row.getKey().plan))
                .figures(Figure.COUNT, Figure.TIME, Figure.AVG, Figure.RU)
                .text("ru_source", NameLimit.MAX_LENGTH, row -> row.getKey().source)
                .moment("first_seen", row -> millis(row.getValue(), Figure.FIRST))
                .moment("last_seen", row -> millis(row.getValue(), Figure.LAST));
    }

    private static long millis(Figures figures, Figure moment) {
        return 1_000 * (long) moment.rank(figures);
    }

    @Override
    public Iterator<Map.Entry<Key, Figures>> find(Search search) {
        Map<Key, Figures> rows = new LinkedHashMap<>();
        for (Window window : windows.lastHour()) {
            for (RuRecord record : window.ruRecords()) {
                if (record.scope() == RecordScope.STATEMENT) {
                    Key key = new Key(record.keyspace(), record.sqlDigest(), record.planDigest(), record.source());
                    for (RuItem item : record.items()) {
                        rows.merge(key, figures(item, record.source(), window.itemSeconds()), Figures::plus);
                    }
                }
            }
        }
        return rows.entrySet().iterator();
    }

    private static Figures figures(RuItem item, String source, int seconds) {
        return Figures.of(item, source).toBuilder()
                .set(Figure.FIRST, item.startEpochSeconds())
                .set(Figure.LAST, item.startEpochSeconds() + seconds)
                .build();
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
