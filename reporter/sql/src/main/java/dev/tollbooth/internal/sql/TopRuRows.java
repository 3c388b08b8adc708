package dev.tollbooth.internal.sql;

import dev.tollbooth.internal.control.NameLimit;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.report.WindowHistory;
import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.Window;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The rows of {@code top_ru} or of {@code top_ru_by_origin}. They are the items of the last hour's windows, or the
 * parts of these items by origin.
 *
 * @param windows the windows of the last hour
 * @param byOrigin whether the rows are by origin
 */
record TopRuRows(WindowHistory windows, boolean byOrigin) implements LiveRows<TopRuRows.Row> {

    /**
     * One row.
     *
     * @param record the record
     * @param item the item
     * @param origin the origin; null if the row includes all origins, or has none
     * @param itemSeconds the width of the item in seconds
     */
    record Row(RuRecord record, RuItem item, @Nullable String origin, int itemSeconds) {}

    private static final int NAME_LENGTH = NameLimit.MAX_LENGTH;
    private static final int SCOPE_LENGTH = 32;

    LiveColumns<Row> columns() {
        LiveColumns<Row> keys = keys();
        return figures(byOrigin ? keys.text("origin", NameLimit.MAX_LENGTH, Row::origin) : keys);
    }

    private LiveColumns<Row> keys() {
        return new LiveColumns<Row>(row -> Figures.of(row.item(), row.record().source()))
                .moment("item_start", row -> row.item().startEpochSeconds() * 1_000)
                .small("item_seconds", Row::itemSeconds)
                .text("user_name", NAME_LENGTH, row -> user(row.record()))
                .text("ru_source", NAME_LENGTH, row -> row.record().source())
                .text("keyspace", NAME_LENGTH, row -> row.record().keyspace())
                .text("scope", SCOPE_LENGTH, row -> row.record().scope().name().toLowerCase(Locale.ROOT))
                .text(
                        "digest",
                        StatementRows.DIGEST_LENGTH,
                        row -> StatementRows.hex(row.record().sqlDigest()))
                .text(
                        "plan_digest",
                        StatementRows.DIGEST_LENGTH,
                        row -> StatementRows.hex(row.record().planDigest()))
                .text(
                        "digest_text",
                        StatementRows.TEXT_LENGTH,
                        row -> windows.sqlText(row.record().sqlDigest()));
    }

    private static LiveColumns<Row> figures(LiveColumns<Row> columns) {
        return columns.figures(Figure.RU)
                .figure("exec_count", Figure.COUNT)
                .figure("sum_exec_wait", Figure.TIME)
                .whole("unknown_count", row -> row.item().unknownCount())
                .whole("off_count", row -> row.item().offCount());
    }

    /** Returns the record's user, which may be an empty name; null for the record of all other users. */
    private static @Nullable String user(RuRecord record) {
        return record.scope() == RecordScope.GLOBAL_OTHERS ? null : record.user();
    }

    @Override
    public Iterator<Row> find(Search search) {
        List<Row> rows = new ArrayList<>();
        for (Window window : windows.lastHour()) {
            for (RuRecord record : window.ruRecords()) {
                for (RuItem item : record.items()) {
                    add(rows, record, item, window.itemSeconds());
                }
            }
        }
        return rows.iterator();
    }

    private void add(List<Row> rows, RuRecord record, RuItem item, int itemSeconds) {
        if (byOrigin) {
            item.origins()
                    .forEach((origin, part) ->
                            rows.add(new Row(record, part, origin.isEmpty() ? null : origin, itemSeconds)));
        } else {
            rows.add(new Row(record, item, null, itemSeconds));
        }
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
