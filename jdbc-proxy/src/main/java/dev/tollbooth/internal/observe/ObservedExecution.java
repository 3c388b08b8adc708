package dev.tollbooth.internal.observe;

import dev.tollbooth.statement.Digest;
import dev.tollbooth.statement.ErrorClass;

/**
 * An ended execution for observers. Immutable.
 *
 * @param connection an object that identifies the connection
 * @param inTransaction whether the connection is not in autocommit
 * @param digest the digest of the statement, or of the whole batch
 * @param values a hash of literals and parameters: equal for two executions of a digest with the same values; {@link
 *     KeptParameters#UNKNOWN} if the parameters were not recorded
 * @param nanos the latency in nanoseconds
 * @param rowsChanged the rows changed, below 0 if the driver did not report all of them
 * @param errorClass the class of the failure; {@link ErrorClass#NONE} for success
 */
public record ObservedExecution(
        Object connection,
        boolean inTransaction,
        Digest digest,
        long values,
        long nanos,
        long rowsChanged,
        ErrorClass errorClass) {}
