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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The declarations of the tables of request units: {@code top_ru}, and its sums by origin and by plan. */
final class TopRuTables {

    private static final int NAME_LENGTH = NameLimit.MAX_LENGTH;
    private static final int SCOPE_LENGTH = 32;

    /**
     * One item of a record, or the part of an item with one origin.
     *
     * @param origin the origin; null if the row includes all origins, or has none
     * @param itemSeconds the width of the item in seconds
     */
    private record Item(
            RuRecord record, RuItem item, @Nullable String origin, int itemSeconds) {

        Figures figures() {
            return Figures.of(item, record.source());
        }
    }

    /** The key of a row by plan. It has the source, because request units of different sources are never added. */
    private record Plan(String keyspace, Sha256 digest, Sha256 plan, String source) {}

    private TopRuTables() {}

    static List<LiveContent<?>> of(WindowHistory windows) {
        return List.of(
                figures(items(PerformanceTable.TOP_RU, windows, false)),
                figures(items(PerformanceTable.TOP_RU_BY_ORIGIN, windows, true)
                        .text("origin", NAME_LENGTH, Item::origin)),
                plans(windows));
    }

    private static LiveContent<Item> items(PerformanceTable table, WindowHistory windows, boolean byOrigin) {
        return LiveContent.of(table, search -> find(windows, byOrigin), () -> approximateRows(windows), Item::figures)
                .moment("item_start", row -> row.item.startEpochSeconds() * 1_000)
                .small("item_seconds", Item::itemSeconds)
                .text("user_name", NAME_LENGTH, row -> user(row.record))
                .text("ru_source", NAME_LENGTH, row -> row.record.source())
                .text("keyspace", NAME_LENGTH, row -> row.record.keyspace())
                .text("scope", SCOPE_LENGTH, row -> row.record.scope().name().toLowerCase(Locale.ROOT))
                .text("digest", StatementTables.DIGEST_LENGTH, row -> StatementTables.hex(row.record.sqlDigest()))
                .text("plan_digest", StatementTables.DIGEST_LENGTH, row -> StatementTables.hex(row.record.planDigest()))
                .text("digest_text", StatementTables.TEXT_LENGTH, row -> windows.sqlText(row.record.sqlDigest()));
    }

    private static LiveContent<Item> figures(LiveContent<Item> content) {
        return content.figures(Figure.RU)
                .figure("exec_count", Figure.COUNT)
                .figure("sum_exec_wait", Figure.TIME)
                .whole("unknown_count", row -> row.item.unknownCount())
                .whole("off_count", row -> row.item.offCount());
    }

    /** Returns the record's user, which may be an empty name; null for the record of all other users. */
    private static @Nullable String user(RuRecord record) {
        return record.scope() == RecordScope.GLOBAL_OTHERS ? null : record.user();
    }

    private static List<Item> find(WindowHistory windows, boolean byOrigin) {
        List<Item> rows = new ArrayList<>();
        for (Window window : windows.lastHour()) {
            int seconds = window.itemSeconds();
            for (RuRecord record : window.ruRecords()) {
                for (RuItem item : record.items()) {
                    if (byOrigin) {
                        item.origins()
                                .forEach((origin, part) ->
                                        rows.add(new Item(record, part, origin.isEmpty() ? null : origin, seconds)));
                    } else {
                        rows.add(new Item(record, item, null, seconds));
                    }
                }
            }
        }
        return rows;
    }

    private static long approximateRows(WindowHistory windows) {
        return 1
                + windows.lastHour().stream()
                        .mapToLong(window -> window.ruRecords().size())
                        .sum();
    }

    private static LiveContent<?> plans(WindowHistory windows) {
        return LiveContent.of(
                        PerformanceTable.EVENTS_STATEMENTS_SUMMARY_BY_PLAN,
                        search -> byPlan(windows).entrySet(),
                        () -> approximateRows(windows),
                        Map.Entry::getValue)
                .text("keyspace", NAME_LENGTH, row -> row.getKey().keyspace)
                .text("digest", StatementTables.DIGEST_LENGTH, row -> StatementTables.hex(row.getKey().digest))
                .text("plan_digest", StatementTables.DIGEST_LENGTH, row -> StatementTables.hex(row.getKey().plan))
                .text("digest_text", StatementTables.TEXT_LENGTH, row -> windows.sqlText(row.getKey().digest))
                .text("plan_text", StatementTables.TEXT_LENGTH, row -> windows.planText(row.getKey().plan))
                .figures(Figure.COUNT, Figure.TIME, Figure.AVG, Figure.RU)
                .text("ru_source", NAME_LENGTH, row -> row.getKey().source)
                .moment("first_seen", row -> 1_000 * row.getValue().orZero(Figure.FIRST))
                .moment("last_seen", row -> 1_000 * row.getValue().orZero(Figure.LAST));
    }

    /** Adds up the items of each statement and plan. Records of all others have no statement, and thus no row. */
    private static Map<Plan, Figures> byPlan(WindowHistory windows) {
        Map<Plan, Figures> rows = new LinkedHashMap<>();
        for (Item row : find(windows, false)) {
            RuRecord record = row.record;
            if (record.scope() == RecordScope.STATEMENT) {
                Figures figures = row.figures().toBuilder()
                        .set(Figure.FIRST, row.item.startEpochSeconds())
                        .set(Figure.LAST, row.item.startEpochSeconds() + row.itemSeconds)
                        .build();
                rows.merge(
                        new Plan(record.keyspace(), record.sqlDigest(), record.planDigest(), record.source()),
                        figures,
                        Figures::plus);
            }
        }
        return rows;
    }
}
