package dev.tollbooth.internal.memory;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.DoubleSupplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A sampler that estimates the bytes of the entries that are still referenced by anyone. It keeps weak references to a
 * sample of all created entries; larger entries are likelier to be sampled.
 *
 * <p>An entry of {@code b} bytes is taken with p = 1 - exp(-b / interval). Each live entry counts as its bytes / p, so
 * the sum is unbiased (Horvitz and Thompson, 1952). With n entries taken its standard error is about 1 / sqrt(n).
 *
 * <p>Thread-safe. An entry costs its creator one random number. A reading visits about one reference for each {@code
 * interval} bytes alive. Cleared references are dropped when later entries are taken.
 *
 * @param <T> the type of an entry
 */
public final class LiveSampler<T> {

    /** The default of the mean bytes between two sampled entries. */
    public static final long DEFAULT_INTERVAL_BYTES = 16 << 10;

    /**
     * The collections of the old generation that garbage may outlive: one may have begun before the entry became
     * garbage.
     */
    static final long AWAITING_COLLECTIONS = 2;

    private static final long OFF = Long.MAX_VALUE;

    private static final class Sample<T> extends WeakReference<T> {
        final double probability;
        /**
         * The number of collections of the old generation when the entry was first seen outside of its part; -1 if it
         * is inside.
         */
        long heldSince = -1; // guarded by the sampler

        Sample(T entry, ReferenceQueue<T> queue, double probability) {
            super(entry, queue);
            this.probability = probability;
        }
    }

    private final long intervalBytes;
    private final @Nullable DoubleSupplier random;
    private final Set<Sample<T>> samples = ConcurrentHashMap.newKeySet();
    private final ReferenceQueue<T> cleared = new ReferenceQueue<>();
    private final AtomicBoolean dropping = new AtomicBoolean();

    /** Makes a sampler with the default interval and the thread's random numbers. */
    public LiveSampler() {
        this.intervalBytes = DEFAULT_INTERVAL_BYTES;
        this.random = null;
    }

    /**
     * Makes an empty sampler.
     *
     * @param intervalBytes mean bytes between two entries that are taken
     * @param random returns numbers from 0 to below 1; thread-safe; null for the thread's random numbers
     */
    public LiveSampler(long intervalBytes, @Nullable DoubleSupplier random) {
        if (intervalBytes < 1) {
            throw new IllegalArgumentException(
                    "sampling interval out of range: bytes=" + intervalBytes + ", use 1 or more");
        }
        this.intervalBytes = intervalBytes;
        this.random = random;
    }

    /** Returns a sampler that takes no entry. */
    public static <T> LiveSampler<T> off() {
        return new LiveSampler<>(OFF, null);
    }

    /** Samples {@code entry}, which was just created, or leaves it out; {@code bytes} are present or expected. */
    public void created(T entry, long bytes) {
        if (intervalBytes == OFF) {
            return;
        }
        // without expm1, for which JDK 25 loads classes for 3 ms at the start
        double probability = 1 - Math.exp(-(double) bytes / intervalBytes);
        if (random() < probability) {
            dropCleared();
            samples.add(new Sample<>(entry, cleared, probability));
        }
    }

    private double random() {
        DoubleSupplier given = random;
        return given == null ? ThreadLocalRandom.current().nextDouble() : given.getAsDouble();
    }

    /** Drops cleared references, on one thread at a time: the queue has a lock for which all others would wait. */
    private void dropCleared() {
        if (dropping.compareAndSet(false, true)) {
            for (Reference<? extends T> gone = cleared.poll(); gone != null; gone = cleared.poll()) {
                samples.remove(gone);
            }
            dropping.set(false);
        }
    }

    /**
     * Estimates the sum of {@code bytes} over all live entries.
     *
     * @param bytes returns the present bytes of an entry
     */
    public long measure(ToLongFunction<? super T> bytes) {
        double sum = 0;
        for (Sample<T> sample : samples) {
            // asked without making the entry strongly reachable first
            T entry = sample.refersTo(null) ? null : sample.get();
            if (entry != null) {
                sum += bytes.applyAsLong(entry) / sample.probability;
            }
        }
        return Math.round(sum);
    }

    /**
     * Estimates the number and the bytes of the entries for which {@code bytes} was above 0 before the last two
     * collections of the old generation, and in each call since. Such an entry does not wait for collection; it is
     * referenced.
     *
     * @param bytes returns the present bytes of an entry, 0 if it does not count
     * @param oldCollections the number of collections of the old generation so far
     */
    public synchronized HeldBytes measureHeld(ToLongFunction<? super T> bytes, long oldCollections) {
        double entries = 0;
        double sum = 0;
        for (Sample<T> sample : samples) {
            T entry = sample.refersTo(null) ? null : sample.get();
            long held = entry == null ? 0 : bytes.applyAsLong(entry);
            if (held == 0) {
                sample.heldSince = -1;
            } else if (sample.heldSince < 0) {
                sample.heldSince = oldCollections;
            } else if (oldCollections - sample.heldSince >= AWAITING_COLLECTIONS) {
                entries += 1 / sample.probability;
                sum += held / sample.probability;
            }
        }
        return new HeldBytes(entries, sum);
    }

    /** Returns the bytes of heap of the weak references themselves. */
    public long weight(ObjectLayout layout) {
        int count = samples.size();
        return count * (layout.shallow(Sample.class) + layout.mapNode()) + layout.mapTable(count);
    }

    /** Returns the number of weak references. */
    public int size() {
        return samples.size();
    }
}
