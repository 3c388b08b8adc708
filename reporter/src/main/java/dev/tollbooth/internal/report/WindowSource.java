package dev.tollbooth.internal.report;

import dev.tollbooth.internal.topru.Collector;
import dev.tollbooth.internal.topru.TopRu;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.Window;
import java.util.Set;
import java.util.function.Consumer;

/** Where windows come from, and what switches them on: the tiers of request units, as the reporter sees them. */
public interface WindowSource extends WindowHistory {

    /** Says that somebody wants windows of this, with items of this width or finer; until {@link WindowClaim#close}. */
    WindowClaim subscribe(ItemInterval interval, Set<Collector> wanted);

    /** Sets who gets each closed window, in order, one at a time. */
    void onWindow(Consumer<Window> taker);

    /** Returns how often a window closes. */
    ItemInterval reportInterval();

    /**
     * Returns when the open window has begun, in seconds since 1970 UTC: what was before is closed; {@link TopRu#NO_WINDOW} if
     * none is open.
     */
    long openWindowStart();

    /** Sets how often a window closes, from the next edge on. */
    void setReportInterval(ItemInterval interval);

    /** Returns the width of the items: the finest that a consumer asked for. */
    ItemInterval itemInterval();

    /** Returns how many want request units; without any none are collected. */
    int consumers();
}
