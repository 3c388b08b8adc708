package dev.tollbooth.internal.latency;

import dev.tollbooth.internal.memory.ObjectLayout;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.Arrays;

/**
 * Live latencies of the executions of one statement that failed, by {@link FailureKind}: the first few kinds each have a place of
 * their own, for good, and all others share one.
 *
 * <p>Not thread-safe: a live one is guarded by its table's lock, any other is its thread's own.
 */
public final class FailureLatencies {

    /** So many kinds of a statement are kept apart. */
    public static final int KEPT = 4;

    /** In place of a kind: all that have no place of their own. */
    static final int OTHERS = 0;

    private static final Place[] NONE = new Place[0];

    /** The latencies of one kind. */
    private static final class Place {

        final int kind;
        long nanos;
        LatencyHistogram latencies;

        Place(int kind, LatencyHistogram latencies) {
            this.kind = kind;
            this.latencies = latencies;
        }
    }

    private final int most;
    private Place[] places = NONE;

    /** Keeps {@code most} kinds apart; {@link FailureKinds#NUMBERS} are all. */
    public FailureLatencies(int most) {
        this.most = most;
    }

    /** Returns one that keeps all kinds apart and has all the memory that those without a place of their own ever need. */
    public static FailureLatencies whole() {
        FailureLatencies whole = new FailureLatencies(FailureKinds.NUMBERS);
        whole.places = new Place[] {new Place(OTHERS, LatencyHistogram.whole())};
        return whole;
    }

    /** Takes the memory now that {@link #record} of the same needs; fails, if it is short, before anything has changed. */
    public void reserve(int kind, long nanos) {
        place(kind).latencies.reserve(nanos);
    }

    /** Counts an execution that failed so, which {@link #reserve} was told of. */
    public void record(int kind, long nanos) {
        Place place = place(kind);
        place.nanos += nanos;
        place.latencies.record(nanos);
    }

    private Place place(int number) {
        int kind = number < FailureKinds.FIRST ? OTHERS : number;
        int own = 0;
        Place others = null;
        for (Place place : places) {
            if (place.kind == kind) {
                return place;
            }
            if (place.kind == OTHERS) {
                others = place;
            } else {
                own++;
            }
        }
        if (kind != OTHERS && own < most) {
            return add(kind);
        }
        return others == null ? add(OTHERS) : others;
    }

    private Place add(int kind) {
        Place added = new Place(kind, new LatencyHistogram());
        Place[] longer = Arrays.copyOf(places, places.length + 1);
        longer[places.length] = added;
        places = longer;
        return added;
    }

    /** Adds all of {@code other}. */
    public void add(FailureLatencies other) {
        for (Place from : other.places) {
            Place to = place(from.kind);
            to.nanos += from.nanos;
            to.latencies.add(from.latencies);
        }
    }

    /** Moves the histograms of {@code other} here, without their time: it begins anew with those. */
    public void takeHistograms(FailureLatencies other) {
        for (Place from : other.places) {
            place(from.kind).latencies.add(from.latencies);
            from.latencies.clear();
        }
    }

    /** Returns a copy. */
    public FailureLatencies copy() {
        FailureLatencies copy = new FailureLatencies(most);
        copy.places = new Place[places.length];
        for (int i = 0; i < places.length; i++) {
            Place place = new Place(places[i].kind, new LatencyHistogram());
            place.nanos = places[i].nanos;
            place.latencies.copyFrom(places[i].latencies);
            copy.places[i] = place;
        }
        return copy;
    }

    /** Returns the figures as they are now. */
    public FailureFigures figures() {
        FailureFigures all = FailureFigures.NONE;
        for (Place place : places) {
            HistogramSnapshot latencies = place.latencies.snapshot();
            all = all.plus(FailureFigures.of(place.kind, place.nanos, latencies));
        }
        return all;
    }

    /** Returns the bytes of heap that a place takes without its counts. */
    public static long placeBytes(ObjectLayout layout) {
        return layout.shallow(Place.class) + layout.shallow(LatencyHistogram.class);
    }

    /**
     * Returns the bytes of heap that it takes beside this object itself; may be called beside a writer.
     *
     * @param placeBytes what {@link #placeBytes} has returned: it takes reflection
     */
    public long countBytes(ObjectLayout layout, long placeBytes) {
        Place[] held = places;
        long bytes = layout.references(held.length);
        for (Place place : held) {
            bytes += placeBytes + place.latencies.countBytes(layout);
        }
        return bytes;
    }
}
