package dev.tollbooth.internal.topru;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.cost.RuTotals;
import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.Sha256;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The windows of the last hour, each with all of its users and its top statements. Other statements are folded into the
 * others of their user, so the sums of each user equal the reports' sums.
 *
 * <p>Thread-safe.
 */
final class RecentWindows {

    private static final long SECONDS = 3600;
    /** The most items of statements in all windows together; each origin of an item counts as an item. */
    private static final int MAX_STATEMENTS = 20_000;
    /**
     * The items of one user in one interval: the sum, and the parts of four origins, of the others and of no origin.
     */
    private static final int MAX_OF_USER = 1 + 6;
    /** The items of users: 100 users and all others, in each 15 seconds of an hour. */
    private static final int MAX_USERS = (int) (SECONDS / EpochClock.BUCKET_SECONDS) * 101 * MAX_OF_USER;

    @GuardedBy("this")
    private final ArrayDeque<Window> windows = new ArrayDeque<>();

    private volatile int items; // written under this

    @GuardedBy("this")
    private double part = 1;

    /** Adds a window, and drops windows that are older than an hour. */
    synchronized void add(Window window) {
        long length = Math.max(1, window.endEpochSeconds() - window.startEpochSeconds());
        Window kept = cut(window, (int) Math.max(1, Math.min(SECONDS, length) * MAX_STATEMENTS * part / SECONDS));
        windows.add(kept);
        items += size(kept);
        while (windows.getFirst().endEpochSeconds() <= window.endEpochSeconds() - SECONDS) {
            removeFirst();
        }
        removeAbove(most());
    }

    /** Limits the windows to a part of the default size, 0 to 1; the oldest windows are dropped first. */
    synchronized void keep(double partOfAll) {
        part = partOfAll;
        removeAbove(most());
    }

    @GuardedBy("this")
    private int most() {
        return (int) ((MAX_STATEMENTS + MAX_USERS) * part);
    }

    private synchronized void removeAbove(int most) {
        while (items > most) {
            removeFirst();
        }
    }

    private synchronized void removeFirst() {
        items -= size(windows.removeFirst());
    }

    private static int size(Window window) {
        return window.ruRecords().stream().mapToInt(RecentWindows::size).sum();
    }

    private static int size(RuRecord record) {
        int size = record.items().size();
        for (RuItem item : record.items()) {
            size += item.origins().size();
        }
        return size;
    }

    /**
     * Returns the window with as many statements as there is room for; the rest goes to the others of their user. A
     * user's only record always stays, because the record of the user's others would be as large.
     */
    private static Window cut(Window window, int limit) {
        Map<RuOwner, Integer> records = new HashMap<>();
        window.ruRecords().stream()
                .filter(row -> row.scope() != RecordScope.GLOBAL_OTHERS)
                .forEach(row -> records.merge(owner(row), 1, Integer::sum));
        int room = limit;
        List<RuRecord> kept = new ArrayList<>();
        Map<RuOwner, Map<Long, RuTotals>> others = new LinkedHashMap<>();
        for (RuRecord row : window.ruRecords()) {
            if (row.scope() == RecordScope.GLOBAL_OTHERS || records.getOrDefault(owner(row), 0) == 1) {
                kept.add(row);
            } else if (row.scope() == RecordScope.STATEMENT && size(row) <= room) {
                room -= size(row);
                kept.add(row);
            } else {
                add(others.computeIfAbsent(owner(row), owner -> new TreeMap<>()), row);
            }
        }
        others.forEach((owner, totals) -> kept.add(others(owner, totals)));
        return new Window(window.startEpochSeconds(), window.endEpochSeconds(), window.itemSeconds(), kept, List.of());
    }

    private static RuOwner owner(RuRecord row) {
        return new RuOwner(row.keyspace(), row.source(), row.user());
    }

    private static void add(Map<Long, RuTotals> totals, RuRecord row) {
        for (RuItem item : row.items()) {
            totals.computeIfAbsent(item.startEpochSeconds(), start -> new RuTotals())
                    .add(item);
        }
    }

    private static RuRecord others(RuOwner owner, Map<Long, RuTotals> totals) {
        List<RuItem> list = new ArrayList<>(totals.size());
        totals.forEach((start, sum) -> list.add(sum.toItem(start)));
        return new RuRecord(
                RecordScope.USER_OTHERS,
                owner.keyspace(),
                owner.source(),
                owner.user(),
                Sha256.NONE,
                Sha256.NONE,
                list);
    }

    synchronized List<Window> list() {
        return List.copyOf(windows);
    }

    /** Returns the bytes of heap of the records. */
    long bytes() {
        return items * TierWeights.RECORD;
    }
}
