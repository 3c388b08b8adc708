package dev.tollbooth.internal.topru;

import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.cost.RuTotals;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.Window;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** A receiver that delivers each closed window, keeps it for an hour, and counts the figures that reach no consumer. */
final class ClosedWindows implements Windows.Receiver {

    private final RecentWindows recent;
    private final DropCounters drops;
    private final Failures failures;
    private volatile Consumer<Window> consumer = window -> {};

    ClosedWindows(RecentWindows recent, DropCounters drops, Failures failures) {
        this.recent = recent;
        this.drops = drops;
        this.failures = failures;
    }

    /** Delivers each later window to {@code taker}. */
    void onWindow(Consumer<Window> taker) {
        consumer = taker;
    }

    @Override
    public void closed(Window window, WindowTables tables, Set<Collector> collecting) {
        if (collecting.contains(Collector.TOP_RU)) {
            giveOut(window, tables);
            return;
        }
        long keys = (long) window.ruRecords().size() + tables.keysWithoutRecord();
        drop(drops, DropReason.DISABLED, keys, tables.totals());
        if (!collecting.isEmpty()) {
            giveOut(new Window(
                    window.startEpochSeconds(),
                    window.endEpochSeconds(),
                    window.itemSeconds(),
                    List.of(),
                    window.sqlRecords()));
        }
    }

    private void giveOut(Window window, WindowTables tables) {
        Map<String, RuTotals> left = tables.withoutRecord();
        drop(drops, DropReason.RU_OFF, tables.keysWithoutRecord(), left);
        recent.add(window);
        if (!giveOut(window)) {
            Map<String, RuTotals> lost = tables.totals();
            left.forEach((source, totals) -> of(lost, source).subtract(totals));
            drop(drops, DropReason.SINK_FAILED, window.ruRecords().size(), lost);
        }
    }

    private boolean giveOut(Window window) {
        try {
            consumer.accept(window);
            return true;
        } catch (Throwable failure) {
            failures.caught(Place.TOP_RU, failure);
            return false;
        }
    }

    /** Returns the totals of {@code source}, made with 0 on first use. */
    static RuTotals of(Map<String, RuTotals> bySource, String source) {
        return bySource.computeIfAbsent(source, name -> new RuTotals());
    }

    /** Counts the drop of {@code keys} keys with these totals by source, unless all totals are 0. */
    static void drop(DropCounters drops, DropReason reason, long keys, Map<String, RuTotals> bySource) {
        DropCount lost = drop(keys, bySource);
        if (lost.times() > 0) {
            drops.add(reason, lost);
        }
    }

    static DropCount drop(long keys, Map<String, RuTotals> bySource) {
        Figures lost = Figures.NONE;
        for (Map.Entry<String, RuTotals> each : bySource.entrySet()) {
            if (!each.getValue().isZero()) {
                lost = lost.plus(Figures.of(each.getValue().toItem(0), each.getKey()));
            }
        }
        return DropCounters.of(lost == Figures.NONE ? 0 : 1, keys, lost);
    }
}
