package dev.tollbooth.accounting.ru;

import dev.tollbooth.accounting.report.Window;
import java.util.ArrayDeque;
import java.util.List;

/** The windows of the last hour. Thread-safe. */
final class RecentWindows {

    private static final long SECONDS = 3600;

    private final ArrayDeque<Window> windows = new ArrayDeque<>(); // guarded by this

    synchronized void add(Window window) {
        windows.add(window);
        while (windows.getFirst().endEpochSeconds() <= window.endEpochSeconds() - SECONDS) {
            windows.removeFirst();
        }
    }

    synchronized List<Window> list() {
        return List.copyOf(windows);
    }
}
