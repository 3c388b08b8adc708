package dev.tollbooth.internal.instance;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A value that is created once, at the first call. If that fails, the next call tries again.
 *
 * <p>Thread-safe: the value is created under a lock of its own.
 *
 * @param <T> the type of the value
 */
final class Lazy<T> {

    private final Supplier<T> maker;
    private final Object lock = new Object();
    private volatile @Nullable T made; // written under lock

    /** Makes a holder whose value comes from {@code maker}. */
    Lazy(Supplier<T> maker) {
        this.maker = maker;
    }

    /** Returns the value, created by the first call. */
    T get() {
        T known = made;
        return known == null ? make() : known;
    }

    private T make() {
        synchronized (lock) {
            T known = made;
            if (known == null) {
                known = maker.get();
                made = known;
            }
            return known;
        }
    }

    /** Returns the value, null if it has never been requested; waits while another thread creates it. */
    @Nullable
    T ifMade() {
        synchronized (lock) {
            return made;
        }
    }
}
