package dev.tollbooth.internal.observe;

import dev.tollbooth.internal.plan.BoundParameters;
import dev.tollbooth.internal.plan.KeptParameters;
import java.security.SecureRandom;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Hashes of a prepared statement's parameters. They show whether two executions had the same values, but not which
 * values. Not thread-safe.
 */
public final class ParameterHashes implements KeptParameters {

    /** The hash of parameters that were not recorded. */
    public static final long UNKNOWN = Long.MIN_VALUE;

    /** A random number of this JVM, which keeps others from finding values by trying their hashes. */
    private static final long SEED = new SecureRandom().nextLong();

    private static final int MAX_PARAMETERS = 65_536;

    private long[] hashes = new long[4];
    private int count;

    /** The values, kept if an execution is to be explained; else null. */
    private @Nullable BoundParameters values;

    @Override
    public void set(int index, @Nullable Object value, @Nullable Object type) {
        if (values != null) {
            values.set(index, value, type);
        }
        if (index < 1 || index > MAX_PARAMETERS) {
            return; // the driver refuses the index
        }
        if (index > hashes.length) {
            hashes = Arrays.copyOf(hashes, Math.max(index, 2 * hashes.length));
        }
        count = Math.max(count, index);
        hashes[index - 1] = mixed(SEED, hash(value));
    }

    @Override
    public void clear() {
        if (values != null) {
            values.clear();
        }
        Arrays.fill(hashes, 0);
        count = 0;
    }

    /** Keeps the values in {@code kept} from now on; if that is null, no values are kept. */
    public void keepIn(@Nullable BoundParameters kept) {
        values = kept;
    }

    /** Returns the object that keeps the values, null if there is none. */
    public @Nullable BoundParameters values() {
        return values;
    }

    /** Returns one hash of all parameters, never {@link #UNKNOWN}. */
    public long hash() {
        long all = SEED;
        for (int i = 0; i < count; i++) {
            all = mixed(all, hashes[i]);
        }
        return known(all);
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
