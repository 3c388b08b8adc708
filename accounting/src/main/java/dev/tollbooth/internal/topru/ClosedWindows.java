package dev.tollbooth.internal.topru;

import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.cost.RuTotals;
import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.Window;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** A queue that delivers each closed window, keeps it for the last hour, and counts figures that reach no consumer. */
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
        RuTotals unwanted = tables.totals();
        if (!unwanted.isZero()) {
            drops.add(DropReason.DISABLED, drop(window.ruRecords().size() + tables.keysWithoutRecord(), unwanted));
        }
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
        RuTotals left = tables.withoutRecord();
        if (!left.isZero()) {
            drops.add(DropReason.RU_OFF, drop(tables.keysWithoutRecord(), left));
        }
        recent.add(window);
        if (!giveOut(window)) {
            RuTotals lost = tables.totals();
            lost.subtract(left);
            drops.add(DropReason.SINK_FAILED, drop(window.ruRecords().size(), lost));
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

    /** Returns the drop of {@code keys} keys with these totals. */
    static DropCount drop(long keys, RuTotals totals) {
        long times = totals.isZero() ? 0 : 1;
        return new DropCount(times, keys, totals.ru(), totals.execCount(), totals.durationNanos());
    }
}
