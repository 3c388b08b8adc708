package dev.tollbooth.internal.jmx;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.report.RecordEncoder;
import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.Sha256;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The request units of one row, over several windows.
 *
 * @param key the identity of the row
 * @param figures its figures
 * @param offCount the executions on servers without request units
 */
record RuSpent(Key key, Figures figures, long offCount) {

    /**
     * The identity of a row. The scope distinguishes the row of all others from a row of a user, because a user may
     * have any name. The origin is empty in rows that include all origins, and in rows of executions without an origin.
     */
    record Key(
            String user,
            String sqlDigest,
            String planDigest,
            String keyspace,
            String source,
            RecordScope scope,
            String origin) {

        static Key ofStatement(RuRecord record) {
            return new Key(
                    RecordEncoder.shownUser(record),
                    record.sqlDigest().hex(),
                    record.planDigest().hex(),
                    record.keyspace(),
                    record.source(),
                    record.scope(),
                    "");
        }

        static Key ofUser(RuRecord record) {
            return ofUser(record, "");
        }

        /** Returns the key of the row of all others with this source. */
        Key others() {
            return ofUser(new RuRecord(RecordScope.GLOBAL_OTHERS, "", source, "", Sha256.NONE, Sha256.NONE, List.of()));
        }

        static Key ofUser(RuRecord record, String origin) {
            RecordScope scope = record.scope() == RecordScope.GLOBAL_OTHERS ? record.scope() : RecordScope.USER_OTHERS;
            return new Key(RecordEncoder.shownUser(record), "", "", record.keyspace(), record.source(), scope, origin);
        }
    }

    /**
     * Adds up the records of {@code windows} by the key that {@code by} returns. Returns at most {@code limit} rows,
     * those with the most request units first.
     */
    static List<RuSpent> top(List<Window> windows, Function<RuRecord, Key> by, int limit) {
        return top(windows, limit, (record, item) -> List.of(of(by.apply(record), item)));
    }

    /**
     * Adds up the records of {@code windows} by user. Returns the rows with the most request units first. Users beyond
     * {@code limit} are added to the row of all others with their source, so the rows add up to the total.
     */
    static List<RuSpent> topUsers(List<Window> windows, int limit) {
        List<RuSpent> users = top(windows, Key::ofUser, Integer.MAX_VALUE);
        Map<Key, RuSpent> shown = new LinkedHashMap<>();
        users.stream().limit(limit).forEach(user -> shown.put(user.key, user));
        users.stream()
                .skip(limit)
                .forEach(user -> shown.merge(
                        user.key.others(), new RuSpent(user.key.others(), user.figures, user.offCount), RuSpent::plus));
        return mostFirst(shown, Integer.MAX_VALUE);
    }

    /**
     * Adds up the records of {@code windows} by user and origin. Returns at most {@code limit} rows, those with the
     * most request units first; none if request units are not counted by origin.
     */
    static List<RuSpent> topOrigins(List<Window> windows, int limit) {
        return top(
                windows,
                limit,
                (record, item) -> item.origins().entrySet().stream()
                        .map(part -> of(Key.ofUser(record, part.getKey()), part.getValue()))
                        .toList());
    }

    private static List<RuSpent> top(
            List<Window> windows, int limit, BiFunction<RuRecord, RuItem, List<RuSpent>> parts) {
        Map<Key, RuSpent> sums = new LinkedHashMap<>();
        for (Window window : windows) {
            for (RuRecord record : window.ruRecords()) {
                for (RuItem item : record.items()) {
                    parts.apply(record, item).forEach(part -> sums.merge(part.key, part, RuSpent::plus));
                }
            }
        }
        return mostFirst(sums, limit);
    }

    private static List<RuSpent> mostFirst(Map<Key, RuSpent> sums, int limit) {
        List<RuSpent> byCount = Figure.COUNT.sorted(sums.values(), RuSpent::figures);
        return Figure.RU.sorted(byCount, RuSpent::figures).stream().limit(limit).toList();
    }

    private static RuSpent of(Key key, RuItem item) {
        return new RuSpent(key, Figures.of(item, key.source), item.offCount());
    }

    private RuSpent plus(RuSpent other) {
        return new RuSpent(key, figures.plus(other.figures), offCount + other.offCount);
    }

    /** Returns the number of executions whose request units the source could not determine. */
    long unknownCount() {
        return Math.max(0, figures.orZero(Figure.RU_UNKNOWN) - offCount);
    }
}
