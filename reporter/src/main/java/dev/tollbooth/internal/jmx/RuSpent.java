package dev.tollbooth.internal.jmx;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.report.RecordEncoder;
import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.Sha256;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The request units of one row, over several windows.
 *
 * <p>Not thread-safe: made for one read.
 */
final class RuSpent {

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

    private static final Comparator<RuSpent> MOST_FIRST = Comparator.comparingDouble(
                    (RuSpent spent) -> Figure.RU.rank(spent.figures))
            .thenComparingLong(spent -> spent.figures.count())
            .reversed();

    private final Key key;
    private Figures figures = Figures.NONE;
    private long off;

    private RuSpent(Key key) {
        this.key = key;
    }

    /**
     * Adds up the records of {@code windows} by the key that {@code by} returns. Returns at most {@code limit} rows,
     * those with the most request units first.
     */
    static List<RuSpent> top(List<Window> windows, Function<RuRecord, Key> by, int limit) {
        Map<Key, RuSpent> sums = new LinkedHashMap<>();
        for (Window window : windows) {
            for (RuRecord record : window.ruRecords()) {
                RuSpent row = sums.computeIfAbsent(by.apply(record), RuSpent::new);
                record.items().forEach(row::add);
            }
        }
        return top(sums, limit);
    }

    /**
     * Adds up the records of {@code windows} by user. Returns the rows with the most request units first. Users beyond
     * {@code limit} are added to the row of all others with their source, so the rows add up to the total.
     */
    static List<RuSpent> topUsers(List<Window> windows, int limit) {
        List<RuSpent> users = top(windows, Key::ofUser, Integer.MAX_VALUE);
        Map<Key, RuSpent> shown = new LinkedHashMap<>();
        users.subList(0, Math.min(limit, users.size())).forEach(user -> shown.put(user.key, user));
        for (RuSpent user : users.subList(shown.size(), users.size())) {
            shown.computeIfAbsent(user.key.others(), RuSpent::new).add(user);
        }
        return top(shown, Integer.MAX_VALUE);
    }

    /**
     * Adds up the records of {@code windows} by user and origin. Returns at most {@code limit} rows, those with the
     * most request units first; none if request units are not counted by origin.
     */
    static List<RuSpent> topOrigins(List<Window> windows, int limit) {
        Map<Key, RuSpent> sums = new LinkedHashMap<>();
        for (Window window : windows) {
            for (RuRecord record : window.ruRecords()) {
                for (RuItem item : record.items()) {
                    item.origins()
                            .forEach((origin, part) -> sums.computeIfAbsent(Key.ofUser(record, origin), RuSpent::new)
                                    .add(part));
                }
            }
        }
        return top(sums, limit);
    }

    private static List<RuSpent> top(Map<Key, RuSpent> sums, int limit) {
        List<RuSpent> all = new ArrayList<>(sums.values());
        all.sort(MOST_FIRST);
        return all.subList(0, Math.min(limit, all.size()));
    }

    private void add(RuSpent other) {
        figures = figures.plus(other.figures);
        off += other.off;
    }

    private void add(RuItem item) {
        figures = figures.plus(Figures.of(item, key.source));
        off += item.offCount();
    }

    Key key() {
        return key;
    }

    /** Returns the figures of this row. */
    Figures figures() {
        return figures;
    }

    /** Returns the number of executions whose request units the source could not determine. */
    long unknownCount() {
        Number unknown = figures.get(Figure.RU_UNKNOWN);
        return unknown == null ? 0 : unknown.longValue() - off;
    }

    /** Returns the number of executions on servers without request units. */
    long offCount() {
        return off;
    }
}
