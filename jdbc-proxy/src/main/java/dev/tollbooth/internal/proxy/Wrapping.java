package dev.tollbooth.internal.proxy;

import java.sql.SQLException;
import java.sql.Wrapper;
import org.jspecify.annotations.Nullable;

/**
 * The implementation of {@code unwrap}, {@code isWrapperFor} and {@code equals} for every proxy. The build adds these
 * methods, which call the ones here.
 */
public final class Wrapping {

    private Wrapping() {}

    /** Returns the first {@code type} among {@code proxy}, {@code delegate} and the objects that the delegate wraps. */
    public static <T> T unwrap(Object proxy, Wrapper delegate, @Nullable Class<T> type) throws SQLException {
        if (type != null && type.isInstance(proxy)) {
            return type.cast(proxy);
        }
        if (type != null && type.isInstance(delegate)) {
            return type.cast(delegate);
        }
        return delegate.unwrap(type);
    }

    /** Returns whether {@link #unwrap} would find a {@code type}. */
    public static boolean isWrapperFor(Object proxy, Wrapper delegate, @Nullable Class<?> type) throws SQLException {
        return (type != null && (type.isInstance(proxy) || type.isInstance(delegate))) || delegate.isWrapperFor(type);
    }

    /** Returns whether {@code other} is the proxy itself, or {@code delegate}, or equals that, behind a proxy or not. */
    public static boolean equal(Object proxy, Object delegate, Class<?> kind, @Nullable Object other) {
        return proxy == other || (kind.isInstance(other) ? other.equals(delegate) : delegate.equals(other));
    }
}
