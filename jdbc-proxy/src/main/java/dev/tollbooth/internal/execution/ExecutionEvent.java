package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.statement.ErrorClass;
import dev.tollbooth.statement.Sha256;
import org.jspecify.annotations.Nullable;

/**
 * An execution that is counted, for who is told of single ones. Made only where somebody is.
 *
 * @param plan what it ran in, {@link Sha256#NONE} where that is not known
 * @param schema empty where the connection has none
 * @param origin null where nobody said
 * @param rowsAffected as the driver says; below 0 where it did not say all of them
 * @param ru request units that are known when an execution ends: told, or estimated without its rows; NaN where none are
 */
record ExecutionEvent(
        TextDigest digest,
        Sha256 plan,
        String user,
        String schema,
        @Nullable String origin,
        long elapsedNanos,
        long rowsAffected,
        double ru,
        ErrorClass error) {}
