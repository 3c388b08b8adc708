package dev.tollbooth.internal.report;

import dev.tollbooth.internal.topru.Collector;
import dev.tollbooth.internal.topru.HashedTexts;
import dev.tollbooth.internal.topru.TopRu;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.Sha256;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A source of windows. It collects them while at least one consumer requests them. */
public interface WindowSource extends WindowHistory {

    /**
     * Requests windows with these records, in items of this width or finer.
     *
     * @return an action that ends the request; a second call does nothing
     */
    Runnable subscribe(ItemInterval interval, Set<Collector> wanted);

    /** Sets the receiver of closed windows, which come in order, one at a time. */
    void onWindow(Consumer<Window> taker);

    /** Returns the report interval. */
    ItemInterval reportInterval();

    /** Returns the start of the open window in seconds since 1970 UTC, {@link TopRu#NO_WINDOW} if none is open. */
    long openWindowStart();

    /** Sets the report interval, from the next time at which windows of both intervals begin. */
    void setReportInterval(ItemInterval interval);

    /** Returns the width of items: the shortest that a consumer has requested. */
    ItemInterval itemInterval();

    /** Returns the number of consumers of request units. No request units are collected while it is 0. */
    int consumers();

    /**
     * A source of the windows of {@code topRu}. Thread-safe.
     *
     * @param plans the texts of plans
     */
    record OfTopRu(TopRu topRu, HashedTexts<String> plans) implements WindowSource {

        @Override
        public Runnable subscribe(ItemInterval interval, Set<Collector> wanted) {
            return topRu.subscribe(interval, wanted)::close;
        }

        @Override
        public void onWindow(Consumer<Window> taker) {
            topRu.onWindow(taker);
        }

        @Override
        public List<Window> lastHour() {
            return topRu.lastHour();
        }

        @Override
        public @Nullable String sqlText(Sha256 digest) {
            return topRu.text(digest);
        }

        @Override
        public @Nullable String planText(Sha256 digest) {
            return plans.text(digest);
        }

        @Override
        public ItemInterval reportInterval() {
            return topRu.reportInterval();
        }

        @Override
        public long openWindowStart() {
            return topRu.openWindowStart();
        }

        @Override
        public void setReportInterval(ItemInterval interval) {
            topRu.setReportInterval(interval);
        }

        @Override
        public ItemInterval itemInterval() {
            return topRu.itemInterval();
        }

        @Override
        public int consumers() {
            return topRu.consumers();
        }
    }
}
