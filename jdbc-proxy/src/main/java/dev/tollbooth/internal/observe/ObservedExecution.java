package dev.tollbooth.internal.observe;

import dev.tollbooth.statement.Digest;
import dev.tollbooth.statement.ErrorClass;

/**
 * One execution that has ended. Immutable.
 *
 * @param connection stands for the connection: compared by identity only
 * @param inTransaction false where it was a transaction of its own, by autocommit
 * @param digest of what was executed; of a batch, of all of it
 * @param values stands for the literals and the parameters: two executions of a digest have the same if theirs were;
 *     {@link ParameterHashes#UNKNOWN} where the parameters were not seen
 * @param nanos how long it took
 * @param rowsChanged below 0 where the driver did not say all of them
 * @param errorClass {@link ErrorClass#NONE} where it has not failed
 */
public record ObservedExecution(
        Object connection,
        boolean inTransaction,
        Digest digest,
        long values,
        long nanos,
        long rowsChanged,
        ErrorClass errorClass) {}
