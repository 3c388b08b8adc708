package dev.tollbooth.internal.settings;

import dev.tollbooth.internal.journal.QueryLimit;
import dev.tollbooth.internal.memory.AllocatedBytes;
import dev.tollbooth.internal.memory.ThreadAllocatedBytes;
import org.jspecify.annotations.Nullable;

/**
 * The limits of memory.
 *
 * @param limitBytes the most bytes of all accounts
 * @param queryLimitBytes the bytes that one call of the driver may allocate; {@link Long#MAX_VALUE} for no limit
 * @param cancelTimeoutNanos how long the end of a call waits for a cancel on its way
 */
public record MemorySettings(long limitBytes, long queryLimitBytes, long cancelTimeoutNanos) {

    private static final long CANCEL_TIMEOUT_NANOS = 2_000_000_000;

    /** Makes the limit of each driver's call, null if there is none. */
    @Nullable
    public QueryLimit newQueryLimit() {
        return queryLimitBytes == SettingKind.Bytes.OFF
                ? null
                : new QueryLimit(
                        queryLimitBytes,
                        cancelTimeoutNanos,
                        // created at once, because the first statement may be the one that is too large
                        AllocatedBytes.ofThisJvm(),
                        ThreadAllocatedBytes.ofThisJvm());
    }

    static MemorySettings of(SettingsLoader from) {
        return new MemorySettings(
                from.value(Setting.MEMORY_LIMIT, Long.class),
                from.value(Setting.MEMORY_QUERY_LIMIT, Long.class),
                CANCEL_TIMEOUT_NANOS);
    }
}
