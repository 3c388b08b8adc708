package dev.tollbooth.internal.instance;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A value that is made at the first call for it, once; where that fails, the next call tries again.
 *
 * <p>Thread-safe: it is made under a lock of its own.
 *
 * @param <T> the kind of value
 */
final class Lazy<T> {

    private final Supplier<T> maker;
    private final Object lock = new Object();
    private volatile @Nullable T made; // written under lock

    /** Has {@code maker} make the value. */
    Lazy(Supplier<T> maker) {
        this.maker = maker;
    }

    /** Returns the value, made by this call if it is the first. */
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

    /** Returns the value, null where nobody has asked for it; one that is being made is waited for. */
    @Nullable
    T ifMade() {
        synchronized (lock) {
            return made;
        }
    }
}
