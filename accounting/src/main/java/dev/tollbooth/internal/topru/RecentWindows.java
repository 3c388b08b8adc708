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
    /** Of all windows together: some 4 MB. What a record has of one origin counts as a record. */
    private static final int MAX_RECORDS = 20_000;

    private final ArrayDeque<Window> windows = new ArrayDeque<>(); // guarded by this
    private volatile int records; // written under this
    private int maxRecords = MAX_RECORDS; // guarded by this

    /** Adds a window, and forgets those that an hour has passed since. */
    synchronized void add(Window window) {
        long length = Math.max(1, window.endEpochSeconds() - window.startEpochSeconds());
        Window kept = cut(window, (int) Math.max(1, Math.min(maxRecords, maxRecords * length / SECONDS)));
        windows.add(kept);
        int held = records + size(kept.ruRecords());
        while (windows.getFirst().endEpochSeconds() <= window.endEpochSeconds() - SECONDS || held > maxRecords) {
            held -= size(windows.removeFirst().ruRecords());
        }
        records = held;
    }

    /** Keeps this part of what it keeps by default; the oldest windows go first. */
    synchronized void keep(double part) {
        maxRecords = (int) (MAX_RECORDS * part);
        int held = records;
        while (held > maxRecords) {
            held -= size(windows.removeFirst().ruRecords());
        }
        records = held;
    }

    private static int size(List<RuRecord> records) {
        int size = 0;
        for (RuRecord record : records) {
            size += size(record);
        }
        return size;
    }

    private static int size(RuRecord record) {
        int size = 1;
        for (RuItem item : record.items()) {
            size += item.origins().size();
        }
        return size;
    }

    private static Window cut(Window window, int limit) {
        int room = limit;
        List<RuRecord> kept = new ArrayList<>();
        Map<String, Map<Long, RuTotals>> others = new TreeMap<>();
        for (RuRecord row : window.ruRecords()) {
            int size = size(row);
            if (size <= room && row.scope() != RecordScope.GLOBAL_OTHERS) {
                room -= size;
                kept.add(row);
                continue;
            }
            Map<Long, RuTotals> items = others.computeIfAbsent(row.source(), source -> new TreeMap<>());
            for (RuItem item : row.items()) {
                items.computeIfAbsent(item.startEpochSeconds(), start -> new RuTotals())
                        .add(item);
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
