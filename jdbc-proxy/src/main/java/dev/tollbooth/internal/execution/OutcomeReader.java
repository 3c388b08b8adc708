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
 * Reads what an execution did from what the driver returned or threw.
 *
 * <p>Rows affected are a sum from 0 on; where the driver did not say all of them, the complement of the sum that it said, which is
 * below 0.
 */
final class OutcomeReader {

    /** A chain of warnings is counted up to here, so that a long one costs nothing. */
    private static final int MAX_WARNINGS = 100;

    /** In place of the rows affected, where only the driver's {@code getUpdateCount} says them. */
    private static final long ASK_DRIVER = Long.MIN_VALUE;
    /** In place of the rows affected: there are rows to be read. */
    static final long RESULT_SET = Long.MIN_VALUE + 1;

    /** The complement of no row: the driver said nothing. */
    static final long UNKNOWN = ~0L;

    /** The answer of {@code getUpdateCount} if there is no result. */
    private static final int NO_RESULT = -1;

    private OutcomeReader() {}

    /** Returns the rows affected by what returned {@code result}, a count or a flag as 1 or 0; or what stands in their place. */
    static long affected(CallKind method, long result) {
        return !method.returnsFlag ? ofCount(result) : result == 0 ? ASK_DRIVER : RESULT_SET;
    }

    /** Returns the rows affected that a batch's counts say; of a result set what stands in their place. */
    static long affected(@Nullable Object result) {
        return result instanceof ResultSet ? RESULT_SET : sum(result);
    }

    /** Returns the rows affected in all, where {@code affected} is what is known when the driver has returned. */
    static long rows(Statement statement, DriverTraits traits, long affected, @Nullable Throwable failure) {
        if (failure != null) {
            return failure instanceof BatchUpdateException batch ? ofFailed(batch) : 0;
        }
        if (affected == ASK_DRIVER) {
            return updateCount(statement, traits);
        }
        return affected == RESULT_SET ? 0 : affected;
    }

    private static long ofFailed(BatchUpdateException batch) {
        long[] counts = batch.getLargeUpdateCounts();
        return counts == null ? UNKNOWN : sum(counts);
    }

    /** Returns the rows affected that one count of the driver says: no count below 0 is a number of rows. */
    private static long ofCount(long count) {
        return count < 0 ? UNKNOWN : count;
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

    /** Returns the rows affected by an {@code execute} that gave no result set, or that the driver can't or won't say them. */
    static long updateCount(Statement statement, DriverTraits traits) {
        try {
            long count = traits.updateCountIsKept ? statement.getUpdateCount() : Statement.SUCCESS_NO_INFO;
            return ofUpdateCount(count);
        } catch (SQLException e) {
            // closed by another thread meanwhile: the execution counts all the same
            return UNKNOWN;
        }
    }

    /** Returns the rows affected where {@code getUpdateCount} says {@code count}. */
    static long ofUpdateCount(long count) {
        return count == NO_RESULT ? 0 : ofCount(count);
    }

    /** Returns the warnings of the last execution, null where the driver has none or won't say. */
    static @Nullable SQLWarning warnings(Statement statement) {
        try {
            return statement.isClosed() ? null : statement.getWarnings();
        } catch (SQLException e) {
            // closed by another thread meanwhile: the execution counts all the same
            return null;
        }
    }

    /** Returns how many of {@code warnings} the application sees. */
    static int visible(@Nullable SQLWarning warnings, @Nullable ServerCosts costs) {
        if (warnings == null) {
            return 0;
        }
        return costs == null
                ? InternalRuReader.length(warnings, MAX_WARNINGS)
                : costs.countVisible(warnings, MAX_WARNINGS);
    }

    /** Returns the class of a failure: by SQLState, or that it is none of SQL's. */
    static ErrorClass errorClass(Throwable failure) {
        return failure instanceof SQLException sql ? ErrorClass.of(sql.getSQLState()) : ErrorClass.NOT_SQL;
    }
}
