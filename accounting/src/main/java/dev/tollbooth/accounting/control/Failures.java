package dev.tollbooth.accounting.control;

import dev.tollbooth.accounting.time.Ticker;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Failures of Tollbooth's own that were caught so that the application is not touched: counted by place, logged once
 * per place and minute.
 *
 * <p>Thread-safe. A message names the exception's class and the place only: an exception's text may hold a literal.
 */
public final class Failures {

    private static final long LOG_INTERVAL_NANOS = 60_000_000_000L;

    private record Tally(AtomicLong count, AtomicLong nextLogNanos) {}

    private final Ticker ticker;
    private final Map<Place, Tally> tallies;

    /** Counts failures; {@code ticker} tells when the next one of a place may be logged. */
    public Failures(Ticker ticker) {
        this.ticker = ticker;
        Map<Place, Tally> all = new EnumMap<>(Place.class);
        for (Place place : Place.values()) {
            all.put(place, new Tally(new AtomicLong(), new AtomicLong(ticker.nanoTime())));
        }
        this.tallies = Collections.unmodifiableMap(all);
    }

    /**
     * Counts {@code failure} and, once a minute, logs it.
     *
     * @throws VirtualMachineError the failure itself, where it is one: those are the JVM's to tell
     */
    public void caught(Place place, Throwable failure) {
        if (failure instanceof VirtualMachineError error) {
            throw error;
        }
        Tally tally = tallies.get(place);
        if (tally == null) {
            return;
        }
        long count = tally.count.incrementAndGet();
        long due = tally.nextLogNanos.get();
        long now = ticker.nanoTime();
        if (now - due >= 0 && tally.nextLogNanos.compareAndSet(due, now + LOG_INTERVAL_NANOS)) {
            System.getLogger("dev.tollbooth").log(System.Logger.Level.WARNING, message(place, failure, count));
        }
    }

    private static String message(Place place, Throwable failure, long count) {
        StackTraceElement[] trace = failure.getStackTrace();
        return "accounting failed: place=" + place + ", count=" + count + ", exception="
                + failure.getClass().getName() + (trace.length == 0 ? "" : ", at=" + trace[0])
                + "; the application is not affected, please report it";
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
