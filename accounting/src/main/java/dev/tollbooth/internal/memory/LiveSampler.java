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
 * Estimates the bytes of the entries that are still referenced, by whomever: of those that were created it keeps a sample
 * of weak references, the larger an entry the likelier.
 *
 * <p>An entry of {@code b} bytes is taken with p = 1 - exp(-b / interval); each one alive counts as its bytes / p, so that
 * the sum is unbiased (Horvitz and Thompson, 1952). With n entries taken its standard error is about 1 / sqrt(n).
 *
 * <p>Thread-safe. Costs the creator a random number; a reading visits one reference for each {@code interval} bytes alive.
 * References that were cleared are dropped with the next entries that are taken.
 *
 * @param <T> what an entry is
 */
public final class LiveSampler<T> {

    /** Mean bytes between two entries that are taken. */
    public static final long DEFAULT_INTERVAL_BYTES = 16 << 10;

    /** Collections of the old generation that garbage may outlive: one may have begun before it was garbage. */
    static final long AWAITING_COLLECTIONS = 2;

    private static final long OFF = Long.MAX_VALUE;

    private static final class Sample<T> extends WeakReference<T> {
        final double probability;
        /** Collections of the old generation when the entry was first seen to hold something; -1 where it doesn't. */
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

    /** A sampler without entries, by the usual interval and random numbers of the thread. */
    public LiveSampler() {
        this.intervalBytes = DEFAULT_INTERVAL_BYTES;
        this.random = null;
    }

    /**
     * A sampler without entries.
     *
     * @param intervalBytes mean bytes between two entries that are taken
     * @param random gives numbers from 0 to below 1; thread-safe; null: random numbers of the thread
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

    /** Tells that {@code entry} was created, which takes {@code bytes} now or will when it has grown. */
    public void created(T entry, long bytes) {
        if (intervalBytes == OFF) {
            return;
        }
        // not by expm1, for which a start on JDK 25 loads classes for 3 ms
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

    /** One thread is enough: the queue has a lock, which all would wait for. */
    private void dropCleared() {
        if (dropping.compareAndSet(false, true)) {
            for (Reference<? extends T> gone = cleared.poll(); gone != null; gone = cleared.poll()) {
                samples.remove(gone);
            }
            dropping.set(false);
        }
    }

    /**
     * Returns an estimate of the sum of {@code bytes} over all created entries that are alive.
     *
     * @param bytes what an entry takes now
     */
    public long measure(ToLongFunction<? super T> bytes) {
        double sum = 0;
        for (Sample<T> sample : samples) {
            // asked without making it strongly reachable first
            T entry = sample.refersTo(null) ? null : sample.get();
            if (entry != null) {
                sum += bytes.applyAsLong(entry) / sample.probability;
            }
        }
        return Math.round(sum);
    }

    /**
     * Returns an estimate of the entries that held some {@code bytes} before the last two collections of the old generation, and at each reading since. Such an entry does not await collection; it is referenced.
     *
     * @param bytes what an entry takes now, 0 where it doesn't count
     * @param oldCollections those that there were until now
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

    /** Returns the bytes of heap that the references themselves take. */
    public long weight(ObjectLayout layout) {
        int count = samples.size();
        return count * (layout.shallow(Sample.class) + layout.mapNode()) + layout.mapTable(count);
    }

    /** Returns how many weak references are kept. */
    public int size() {
        return samples.size();
    }
}
