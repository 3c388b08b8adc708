package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.ru.InternalRuReader;
import dev.tollbooth.statement.ErrorClass;
import java.sql.BatchUpdateException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A reader of rows affected, warnings and the class of an error, from the driver's result or exception.
 *
 * <p>Rows affected are a sum, 0 or more. If the driver did not report all of them, the value is the complement of the
 * known sum, which is below 0.
 */
final class OutcomeReader {

    /** The number up to which warnings are counted, so that a long chain costs little. */
    private static final int MAX_WARNINGS = 100;

    /** The rows affected if only the driver's {@code getUpdateCount} has them. */
    static final long ASK_DRIVER = Long.MIN_VALUE;
    /** The rows affected if the result is a result set. */
    static final long RESULT_SET = Long.MIN_VALUE + 1;

    /** The complement of 0 rows: the driver reported nothing. */
    static final long UNKNOWN = ~0L;

    /** The answer of {@code getUpdateCount} if there is no result. */
    private static final int NO_RESULT = -1;

    private OutcomeReader() {}

    /** Returns the rows affected by a call with the result {@code count} of {@link CallKind#count}, or a constant. */
    static long affected(long count) {
        return count >= 0 || count <= RESULT_SET ? count : UNKNOWN;
    }

    /** Returns whether result sets may follow a call with this result of {@link #affected}. */
    static boolean mayHaveRows(long affected) {
        return affected < 0 && affected <= RESULT_SET; // mostly decided by the sign, which needs no constant
    }

    /** Returns the sum of a batch's counts, or {@link #RESULT_SET}. */
    static long affected(@Nullable Object result) {
        return result instanceof ResultSet ? RESULT_SET : sum(result);
    }

    /**
     * Returns the total of rows affected, below 0 if the driver did not report all of them.
     *
     * @param affected the result of {@link #affected}
     */
    static long rows(Statement statement, DriverTraits traits, long affected, @Nullable Throwable failure) {
        if (failure != null) {
            return failure instanceof BatchUpdateException batch ? ofFailed(batch) : 0;
        }
        if (affected >= 0) {
            return affected;
        }
        if (affected == RESULT_SET) {
            return 0;
        }
        return affected == ASK_DRIVER ? updateCount(statement, traits) : affected;
    }

    private static long ofFailed(BatchUpdateException batch) {
        long[] counts = batch.getLargeUpdateCounts();
        return counts == null ? UNKNOWN : sum(counts);
    }

    private static boolean isKnown(long countOfBatch) {
        return countOfBatch >= 0 || countOfBatch == Statement.EXECUTE_FAILED;
    }

    private static long sum(@Nullable Object result) {
        long sum = 0;
        boolean allKnown = true;
        if (result instanceof int[] counts) {
            for (int count : counts) {
                sum += Math.max(0, count);
                allKnown &= isKnown(count);
            }
        } else if (result instanceof long[] counts) {
            for (long count : counts) {
                sum += Math.max(0, count);
                allKnown &= isKnown(count);
            }
        }
        return allKnown ? sum : ~sum;
    }

    /**
     * Returns the rows affected by an {@code execute} without a result set; {@link #UNKNOWN} if the driver can't be
     * asked.
     */
    static long updateCount(Statement statement, DriverTraits traits) {
        try {
            long count = traits.updateCountIsKept ? statement.getUpdateCount() : Statement.SUCCESS_NO_INFO;
            return ofUpdateCount(count);
        } catch (SQLException e) {
            // closed by another thread: the execution counts all the same
            return UNKNOWN;
        }
    }

    /** Returns the rows affected for a {@code getUpdateCount} of {@code count}; another one below 0 is no number. */
    static long ofUpdateCount(long count) {
        return count >= 0 ? count : count == NO_RESULT ? 0 : UNKNOWN;
    }

    /** Returns the warnings of the last execution, null if there are none or the driver fails. */
    static @Nullable SQLWarning warnings(Statement statement) {
        try {
            return statement.isClosed() ? null : statement.getWarnings();
        } catch (SQLException e) {
            // closed by another thread: the execution counts all the same
            return null;
        }
    }

    /** Returns the number of {@code warnings} that the application sees. */
    static int visible(@Nullable SQLWarning warnings, @Nullable ServerCosts costs) {
        if (warnings == null) {
            return 0;
        }
        return costs == null
                ? InternalRuReader.length(warnings, MAX_WARNINGS)
                : costs.countVisible(warnings, MAX_WARNINGS);
    }

    /** Returns the class of a failure by its SQLState; {@link ErrorClass#NOT_SQL} for other exceptions. */
    static ErrorClass errorClass(Throwable failure) {
        return failure instanceof SQLException sql ? ErrorClass.of(sql.getSQLState()) : ErrorClass.NOT_SQL;
    }
}
