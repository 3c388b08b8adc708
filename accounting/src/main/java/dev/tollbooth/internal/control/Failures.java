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
 * Failures of Tollbooth's own that were caught so that the application is not touched: counted by place, logged once
 * per place and minute.
 *
 * <p>Counting needs no memory. The death of a thread is the application's: it is counted, since something of ours was not done,
 * and thrown on. An error of the virtual machine is logged later, by a thread that has a stack, when there may be memory
 * again: a logger whose stack overflows may keep a lock. Thread-safe. A message names the exception's class and the
 * place only: an exception's text may hold a literal.
 */
public final class Failures {

    private static final long LOG_INTERVAL_NANOS = 60_000_000_000L;

    /** The failures of one place; {@code unlogged} is the class of an error that is to be logged later. */
    private record Tally(AtomicLong count, AtomicLong nextLogNanos, AtomicReference<@Nullable Class<?>> unlogged) {}

    private final Ticker ticker;
    private final Map<Place, Tally> tallies;

    /**
     * How many failures were noted since the begin by who had no frame for a call: an assignment, so that of those which two threads
     * note at the same moment one may be missing.
     */
    public int uncounted;

    private final AtomicInteger uncountedBefore = new AtomicInteger(); // of those, how many are counted

    /** Counts failures; {@code ticker} tells when the next one of a place may be logged. */
    public Failures(Ticker ticker) {
        this.ticker = ticker;
        Map<Place, Tally> all = new EnumMap<>(Place.class);
        for (Place place : Place.values()) {
            all.put(place, new Tally(new AtomicLong(), new AtomicLong(ticker.nanoTime()), new AtomicReference<>()));
        }
        this.tallies = Collections.unmodifiableMap(all);
    }

    /**
     * Counts {@code failure} and, once a minute, logs it; throws nothing but the death of a thread, unless the stack has no room to
     * count: then it is not counted.
     */
    public void caught(Place place, Throwable failure) {
        caught(place, failure, 1);
    }

    /** As above, of so many of its kind. */
    public void caught(Place place, Throwable failure, int times) {
        Tally tally = tallies.get(place);
        if (tally == null) {
            return;
        }
        if (failure instanceof VirtualMachineError) {
            tally.unlogged.set(failure.getClass());
            tally.count.addAndGet(times); // last: what comes after it might have no room
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
            // it is counted; the next one is logged
        }
    }

    /** Throws the death of a thread on. By its name: later JDKs are to have no such class. */
    public static void throwDeath(Throwable failure) {
        if (failure.getClass().getName().equals("java.lang.ThreadDeath")) {
            throw (Error) failure;
        }
    }

    /** Counts what was noted by {@link #uncounted}. */
    public void countUncounted() {
        int now = uncounted;
        int before = uncountedBefore.get();
        if (now != before && uncountedBefore.compareAndSet(before, now)) {
            caughtBefore(Place.END, now - before);
        }
    }

    /** Counts {@code failures} that could not be counted when they were caught, for there was no stack. */
    public void caughtBefore(Place place, int failures) {
        Tally tally = tallies.get(place);
        if (tally != null) {
            tally.unlogged.set(StackOverflowError.class);
            tally.count.addAndGet(failures);
        }
    }

    /** Logs what could not be logged when it was caught, once a place and minute. */
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

    /** Returns how many failures {@code place} has seen since start. */
    public long count(Place place) {
        Tally tally = tallies.get(place);
        return tally == null ? 0 : tally.count.get();
    }

    /** Returns how many failures each place has seen since start; places without any are left out. */
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
