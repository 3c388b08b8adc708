package dev.tollbooth.internal.latency;

import dev.tollbooth.internal.memory.ObjectLayout;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.Arrays;

/**
 * The live latencies of a statement's failed executions by {@link FailureKind}. The first few kinds have places of
 * their own permanently, and all others share one.
 *
 * <p>Not thread-safe: the table's lock guards the latencies of a row; any other object belongs to one thread.
 */
public final class FailureLatencies {

    /** The most kinds of a statement with places of their own. */
    public static final int KEPT = 4;

    /** The place of all other kinds. */
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

    /** Makes latencies with places for {@code most} kinds; {@link FailureKinds#NUMBERS} means all. */
    public FailureLatencies(int most) {
        this.most = most;
    }

    /** Returns latencies that keep all kinds apart, and have the memory of the shared place from the start. */
    public static FailureLatencies whole() {
        FailureLatencies whole = new FailureLatencies(FailureKinds.NUMBERS);
        whole.places = new Place[] {new Place(OTHERS, LatencyHistogram.whole())};
        return whole;
    }

    /** Reserves the memory that {@link #record} needs. If memory is short, it throws before anything changes. */
    public void reserve(int kind, long nanos) {
        place(kind).latencies.reserve(nanos);
    }

    /** Counts a failed execution, for which {@link #reserve} was called. */
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

    /** Adds the latencies of {@code other}. */
    public void add(FailureLatencies other) {
        for (Place from : other.places) {
            Place to = place(from.kind);
            to.nanos += from.nanos;
            to.latencies.add(from.latencies);
        }
    }

    /** Moves the histograms of {@code other} here, but not their total time. */
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

    /** Returns the current figures. */
    public FailureFigures figures() {
        FailureFigures all = FailureFigures.NONE;
        for (Place place : places) {
            HistogramSnapshot latencies = place.latencies.snapshot();
            all = all.plus(FailureFigures.of(place.kind, place.nanos, latencies));
        }
        return all;
    }

    /** Returns the bytes of heap of a place without its counts. */
    public static long placeBytes(ObjectLayout layout) {
        return layout.shallow(Place.class) + layout.shallow(LatencyHistogram.class);
    }

    /**
     * Returns the bytes of heap besides this object itself; safe to call while another thread writes.
     *
     * @param placeBytes the result of {@link #placeBytes}, which takes reflection
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
