package dev.tollbooth.internal.report;

import dev.tollbooth.internal.control.Log;
import dev.tollbooth.internal.memory.MemoryTrace;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.ReportConsumer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The sinks of one {@link Reporter}: those of subscribers, which request windows, and those of listeners, which don't.
 *
 * <p>Not thread-safe: guarded by the reporter, except {@link #all} and {@link #trace}, which any thread may call.
 */
final class Sinks {

    private final Reporter reporter;
    private final DropCounters drops;
    private final Ticker ticker;
    private final List<Subscription> subscribed = new ArrayList<>();
    private final List<Subscription> listeners = new ArrayList<>();
    private volatile List<GuardedSink> all = List.of();

    /** Makes an empty set of sinks. */
    Sinks(Reporter reporter, DropCounters drops, Ticker ticker) {
        this.reporter = reporter;
        this.drops = drops;
        this.ticker = ticker;
    }

    /** Throws if {@code limit} sinks have subscribed already. */
    void requireRoom(int limit) {
        if (subscribed.size() >= limit) {
            throw new IllegalStateException("too many report consumers: limit=" + limit + ", close one first");
        }
    }

    /** Adds a sink; {@code release} ends its request for windows. */
    Subscription subscribe(String name, ReportConsumer consumer, ItemInterval interval, Runnable release) {
        return add(subscribed, name, consumer, interval, release);
    }

    /** Adds a sink that requests no windows. */
    Subscription listen(String name, ReportConsumer consumer) {
        return add(listeners, name, consumer, ItemInterval.SECONDS_60, () -> {});
    }

    private Subscription add(
            List<Subscription> to, String name, ReportConsumer consumer, ItemInterval interval, Runnable release) {
        GuardedSink sink = new GuardedSink(freeName(name), interval, consumer, drops, ticker);
        Subscription subscription = new Subscription(reporter, sink, release);
        sink.open();
        to.add(subscription);
        changed();
        return subscription;
    }

    private String freeName(String name) {
        List<String> taken = all.stream().map(GuardedSink::name).toList();
        String free = name;
        for (int suffix = 2; taken.contains(free); suffix++) {
            free = name + "-" + suffix;
        }
        return free;
    }

    /** Removes {@code subscription}; does nothing if it was removed already. */
    void remove(Subscription subscription) {
        subscribed.remove(subscription);
        listeners.remove(subscription);
        changed();
    }

    /** Removes and returns all subscriptions. */
    List<Subscription> removeAll() {
        List<Subscription> present = new ArrayList<>(subscribed);
        present.addAll(listeners);
        subscribed.clear();
        listeners.clear();
        changed();
        return present;
    }

    /**
     * Ends all subscriptions one after the other, those with the shortest time first. The sinks work at the same time,
     * so the times of all sinks begin when this method begins.
     */
    static void end(List<Subscription> subscriptions, boolean exiting) {
        Map<Subscription, Long> patience = new LinkedHashMap<>();
        for (Subscription each : subscriptions) {
            patience.put(each, each.sink().patienceNanos(exiting));
        }
        long start = System.nanoTime();
        patience.entrySet().stream().sorted(Map.Entry.comparingByValue()).forEach(each -> {
            each.getKey().end();
            each.getKey().sink().close(each.getValue() - (System.nanoTime() - start));
        });
    }

    private void changed() {
        List<GuardedSink> present = new ArrayList<>(subscribed.size() + listeners.size());
        subscribed.forEach(subscription -> present.add(subscription.sink()));
        listeners.forEach(subscription -> present.add(subscription.sink()));
        all = List.copyOf(present);
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** Returns all sinks in the order in which they were added, listeners last. */
    List<GuardedSink> all() {
        return all;
    }

    /** Returns the subscriptions, without listeners, in the order in which they were added. */
    List<Subscription> subscribed() {
        return List.copyOf(subscribed);
    }

    /** Adds the bytes of each sink to {@code node}. A report that several sinks hold counts only at the first. */
    void trace(MemoryTrace node, WindowHistory texts) {
        Set<Report> counted = Collections.newSetFromMap(new IdentityHashMap<>());
        for (GuardedSink sink : all) {
            sink.trace(node.child(sink.name()), report -> counted.add(report) ? ReportWeight.of(report, texts) : 0);
        }
    }

    /** Logs if a subscriber requests items that are shorter than the report interval; returns whether it does. */
    static boolean tellIfFiner(String name, ItemInterval interval, ItemInterval reports) {
        if (interval.seconds() >= reports.seconds()) {
            return false;
        }
        Log.info("a subscriber asks for items shorter than a window: subscriber=" + name + ", itemInterval="
                + interval.seconds() + " s, tollbooth.report.interval=" + reports.seconds() + "s; it gets "
                + reports.seconds() / interval.seconds()
                + " items with each report, set the interval to have them sooner");
        return true;
    }
}
