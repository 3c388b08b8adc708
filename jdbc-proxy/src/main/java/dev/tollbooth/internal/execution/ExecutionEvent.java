package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.statement.ErrorClass;
import dev.tollbooth.statement.Sha256;
import org.jspecify.annotations.Nullable;

/**
 * An ended execution, for listeners. An event is made only if a listener wants it.
 *
 * @param plan its plan, {@link Sha256#NONE} if unknown
 * @param schema the schema, empty if the connection has none
 * @param origin the origin, null for none
 * @param rowsAffected the driver's number; below 0 if the driver did not report all rows
 * @param ru the request units known at its end: reported, or estimated without its rows; NaN if unknown
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
