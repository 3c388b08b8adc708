package dev.tollbooth.internal.report;

import dev.tollbooth.internal.topru.Collector;
import dev.tollbooth.internal.topru.TopRu;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.Sha256;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A source of windows that the test closes itself, with a clock that it moves. */
public final class DrivenWindows implements WindowSource {

    /** The intervals of the open leases. */
    public final List<ItemInterval> leases = new ArrayList<>();

    /** The known texts by digest. */
    public final Map<Sha256, String> texts = new HashMap<>();

    /** The windows of the last hour. */
    public final List<Window> recent = new ArrayList<>();

    /** The begin of the open window. */
    public long openWindowStart = TopRu.NO_WINDOW;

    private Consumer<Window> taker = window -> {};
    private ItemInterval reportInterval = ItemInterval.SECONDS_60;

    /** Closes a window, and passes it to the listener. */
    public void close(Window window) {
        recent.add(window);
        taker.accept(window);
    }

    @Override
    public synchronized Runnable subscribe(ItemInterval interval, Set<Collector> wanted) {
        leases.add(interval);
        AtomicBoolean open = new AtomicBoolean(true);
        return () -> {
            if (open.getAndSet(false)) {
                remove(interval);
            }
        };
    }

    private synchronized void remove(ItemInterval interval) {
        leases.remove(interval);
    }

    @Override
    public void onWindow(Consumer<Window> newTaker) {
        taker = newTaker;
    }

    @Override
    public List<Window> lastHour() {
        return List.copyOf(recent);
    }

    @Override
    public @Nullable String sqlText(Sha256 digest) {
        return texts.get(digest);
    }

    @Override
    public @Nullable String planText(Sha256 digest) {
        return texts.get(digest);
    }

    @Override
    public ItemInterval reportInterval() {
        return reportInterval;
    }

    @Override
    public long openWindowStart() {
        return openWindowStart;
    }

    @Override
    public void setReportInterval(ItemInterval interval) {
        reportInterval = interval;
    }

    @Override
    public synchronized ItemInterval itemInterval() {
        return leases.stream().reduce(reportInterval, ItemInterval::finest);
    }

    @Override
    public synchronized int consumers() {
        return leases.size();
    }
}
