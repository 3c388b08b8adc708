package dev.tollbooth.internal.topru;

import dev.tollbooth.internal.cost.RuTotals;
import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.Sha256;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The windows of the last hour, each with its top records; what the others spent is folded into global others, so that
 * sums stay right. Thread-safe.
 */
final class RecentWindows {

    private static final long SECONDS = 3600;
    /** Of all windows together: some 4 MB. */
    private static final int MAX_RECORDS = 20_000;

    private final ArrayDeque<Window> windows = new ArrayDeque<>(); // guarded by this
    private volatile int records; // written under this
    private int maxRecords = MAX_RECORDS; // guarded by this

    /** Adds a window, and forgets those that an hour has passed since. */
    synchronized void add(Window window) {
        long length = Math.max(1, window.endEpochSeconds() - window.startEpochSeconds());
        Window kept = cut(window, (int) Math.max(1, Math.min(maxRecords, maxRecords * length / SECONDS)));
        windows.add(kept);
        int held = records + kept.ruRecords().size();
        while (windows.getFirst().endEpochSeconds() <= window.endEpochSeconds() - SECONDS || held > maxRecords) {
            held -= windows.removeFirst().ruRecords().size();
        }
        records = held;
    }

    /** Keeps this part of what it keeps by default; the oldest windows go first. */
    synchronized void keep(double part) {
        maxRecords = (int) (MAX_RECORDS * part);
        int held = records;
        while (held > maxRecords) {
            held -= windows.removeFirst().ruRecords().size();
        }
        records = held;
    }

    private static Window cut(Window window, int limit) {
        List<RuRecord> kept = new ArrayList<>();
        Map<String, Map<Long, RuTotals>> others = new TreeMap<>();
        for (RuRecord row : window.ruRecords()) {
            if (kept.size() < limit && row.scope() != RecordScope.GLOBAL_OTHERS) {
                kept.add(row);
                continue;
            }
            Map<Long, RuTotals> items = others.computeIfAbsent(row.source(), source -> new TreeMap<>());
            for (RuItem item : row.items()) {
                items.computeIfAbsent(item.startEpochSeconds(), start -> new RuTotals())
                        .add(
                                item.ru(),
                                item.execCount(),
                                item.execDurationNanos(),
                                item.unknownCount(),
                                item.offCount());
            }
        }
        others.forEach((source, items) -> kept.add(globalOthers(source, items)));
        return new Window(window.startEpochSeconds(), window.endEpochSeconds(), window.itemSeconds(), kept, List.of());
    }

    private static RuRecord globalOthers(String source, Map<Long, RuTotals> items) {
        List<RuItem> list = new ArrayList<>(items.size());
        items.forEach((start, totals) -> list.add(totals.toItem(start)));
        return new RuRecord(RecordScope.GLOBAL_OTHERS, "", source, "", Sha256.NONE, Sha256.NONE, list);
    }

    synchronized List<Window> list() {
        return List.copyOf(windows);
    }

    /** Returns the bytes of heap that the records hold. */
    long bytes() {
        return records * TierWeights.RECORD;
    }
}
