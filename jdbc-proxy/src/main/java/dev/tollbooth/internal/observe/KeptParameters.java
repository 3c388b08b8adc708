package dev.tollbooth.internal.observe;

import dev.tollbooth.internal.plan.BoundParameters;
import java.security.SecureRandom;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a prepared statement, kept while a consumer needs them: hashes for observers, and values for an
 * execution that is to be explained. Hashes show whether two executions had the same values, but not which values. Not
 * thread-safe.
 */
public final class KeptParameters {

    /** The hash of parameters that were not recorded. */
    public static final long UNKNOWN = Long.MIN_VALUE;

    /** A random number of this JVM, which keeps others from finding values by trying their hashes. */
    private static final long SEED = new SecureRandom().nextLong();

    private static final int MAX_PARAMETERS = 65_536;

    /** The hashes by index; null while nobody asks for them. */
    private long @Nullable [] hashes;

    private int count;

    /** The values; null unless an execution is to be explained. */
    private @Nullable BoundParameters values;

    /**
     * Stores one parameter.
     *
     * @param type the type given to the driver: a code of {@link java.sql.Types}, a {@link java.sql.SQLType}, or null
     */
    public void set(int index, @Nullable Object value, @Nullable Object type) {
        if (values != null) {
            values.set(index, value, type);
        }
        long[] known = hashes;
        if (known == null || index < 1 || index > MAX_PARAMETERS) {
            return; // the driver refuses a wrong index
        }
        if (index > known.length) {
            known = Arrays.copyOf(known, Math.max(index, 2 * known.length));
            hashes = known;
        }
        count = Math.max(count, index);
        known[index - 1] = mixed(SEED, hash(value));
    }

    /** Drops all parameters. */
    public void clear() {
        if (values != null) {
            values.clear();
        }
        if (hashes != null) {
            Arrays.fill(hashes, 0);
        }
        count = 0;
    }

    /** Keeps the values from now on. */
    public void keepValues() {
        values = new BoundParameters();
    }

    /** Returns the values and keeps none from now on; null if there are none. */
    public @Nullable BoundParameters takeValues() {
        BoundParameters taken = values;
        values = null;
        return taken;
    }

    /** Returns whether nothing is kept any more. */
    public boolean isUnused() {
        return values == null && hashes == null;
    }

    /**
     * Returns one hash of all parameters. Returns {@link #UNKNOWN} if they were not recorded, and records them from now
     * on.
     */
    public long hash() {
        long[] known = hashes;
        if (known == null) {
            hashes = new long[4]; // the parameters of the next execution will be complete
            return UNKNOWN;
        }
        long all = SEED;
        for (int i = 0; i < count; i++) {
            all = mixed(all, known[i]);
        }
        return known(all);
    }

    /** Stops the recording that {@link #hash} began. */
    public void forgetHashes() {
        hashes = null;
        count = 0;
    }

    /** Returns the hash of an execution: of the text {@code sql} and its parameters' hash. */
    public static long ofExecution(String sql, long parameters) {
        return parameters == UNKNOWN ? UNKNOWN : known(mixed(SEED ^ sql.hashCode(), parameters));
    }

    private static long known(long hash) {
        return hash == UNKNOWN ? 0 : hash;
    }

    /**
     * Returns the hash of a value; streams and LOBs have the hash of the Java object, so no two of them count as equal.
     */
    private static long hash(@Nullable Object value) {
        if (value instanceof byte[] bytes) {
            return Arrays.hashCode(bytes);
        }
        return value == null ? 0 : value.hashCode();
    }

    private static long mixed(long a, long b) {
        long sum = (a * 31 + b + 1) * 0x9E3779B97F4A7C15L;
        return sum ^ (sum >>> 32);
    }
}
