package dev.tollbooth.internal.control;

import dev.tollbooth.internal.time.Ticker;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Failures of Tollbooth itself that were caught to protect the application. They are counted by place, and logged once
 * per place and minute.
 *
 * <p>Counting allocates nothing. A ThreadDeath is counted and rethrown. Errors of the virtual machine are logged later
 * by another thread, because a logger whose stack overflows may keep a lock. Messages name the class of the exception
 * and the place, never the exception's text, which may hold a literal.
 *
 * <p>Thread-safe.
 */
public final class Failures {

    private static final long LOG_INTERVAL_NANOS = 60_000_000_000L;

    /**
     * The failures of one place.
     *
     * @param unlogged the class of an error that waits to be logged
     */
    private record Tally(AtomicLong count, AtomicLong nextLogNanos, AtomicReference<@Nullable Class<?>> unlogged) {}

    private final Ticker ticker;
    private final Map<Place, Tally> tallies;

    /**
     * The number of failures for which the stack had no room to call a method. If two threads write the field at once,
     * one failure may be lost.
     */
    public int uncounted;

    private final AtomicInteger uncountedBefore = new AtomicInteger(); // the part of uncounted that is counted by now

    /** Makes a counter without failures; {@code ticker} limits how often each place logs. */
    public Failures(Ticker ticker) {
        this.ticker = ticker;
        Map<Place, Tally> all = new EnumMap<>(Place.class);
        for (Place place : Place.values()) {
            all.put(place, new Tally(new AtomicLong(), new AtomicLong(ticker.nanoTime()), new AtomicReference<>()));
        }
        this.tallies = Collections.unmodifiableMap(all);
    }

    /**
     * Counts {@code failure}. Logs at most one failure per place and minute. Rethrows a ThreadDeath. Throws a
     * StackOverflowError if the stack has no room for this call.
     */
    public void caught(Place place, Throwable failure) {
        caught(place, failure, 1);
    }

    /** Counts {@code times} failures at a place, and logs at most once a minute. */
    public void caught(Place place, Throwable failure, int times) {
        Tally tally = tallies.get(place);
        if (tally == null) {
            return;
        }
        if (failure instanceof VirtualMachineError) {
            tally.unlogged.set(failure.getClass());
            tally.count.addAndGet(times); // last, because later work may find no room on the stack
            return;
        }
        long count = tally.count.addAndGet(times);
        throwDeath(failure);
        try {
            if (isDue(tally)) {
                StackTraceElement[] trace = failure.getStackTrace();
                log(place, failure.getClass(), count, trace.length == 0 ? "" : ", at=" + trace[0]);
            }
        } catch (Throwable t) {
            // the failure is counted, and the next one is logged
        }
    }

    /** Rethrows a ThreadDeath. The check is by name because later JDKs will not have the class. */
    public static void throwDeath(Throwable failure) {
        if (failure.getClass().getName().equals("java.lang.ThreadDeath")) {
            throw (Error) failure;
        }
    }

    /** Counts those failures in the field {@code uncounted} that no earlier call has counted. */
    public void countUncounted() {
        int now = uncounted;
        int before = uncountedBefore.get();
        if (now != before && uncountedBefore.compareAndSet(before, now)) {
            caughtBefore(Place.END, now - before);
        }
    }

    /** Counts {@code failures} that could not be counted when they were caught, because the stack was exhausted. */
    public void caughtBefore(Place place, int failures) {
        Tally tally = tallies.get(place);
        if (tally != null) {
            tally.unlogged.set(StackOverflowError.class);
            tally.count.addAndGet(failures);
        }
    }

    /** Logs the errors that could not be logged when they were caught, once per place and minute. */
    public void logLate() {
        tallies.forEach((place, tally) -> {
            Class<?> error = tally.unlogged.get();
            if (error != null && isDue(tally)) {
                tally.unlogged.set(null);
                log(place, error, tally.count.get(), "");
            }
        });
    }

    private boolean isDue(Tally tally) {
        long due = tally.nextLogNanos.get();
        long now = ticker.nanoTime();
        return now - due >= 0 && tally.nextLogNanos.compareAndSet(due, now + LOG_INTERVAL_NANOS);
    }

    private static void log(Place place, Class<?> failure, long count, String at) {
        Log.warning("accounting failed: place=" + place + ", count=" + count + ", exception=" + failure.getName() + at
                + "; the application is not affected, please report it");
    }

    /** Returns the number of failures at {@code place} since the start. */
    public long count(Place place) {
        Tally tally = tallies.get(place);
        return tally == null ? 0 : tally.count.get();
    }

    /** Returns the number of failures by place since the start, without places that have none. */
    public Map<Place, Long> counts() {
        Map<Place, Long> result = new EnumMap<>(Place.class);
        tallies.forEach((place, tally) -> {
            if (tally.count.get() > 0) {
                result.put(place, tally.count.get());
            }
        });
        return result;
    }
}
