package dev.tollbooth.integration.tidb;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answer to a statement. */
sealed interface Answer {
    /** Rows; {@code sent} is to be run when the last one has left. */
    record Rows(List<Column> columns, List<@Nullable Object[]> rows, Runnable sent) implements Answer {}

    /** A count of rows affected, and the key that was generated, 0 if none. */
    record Done(long affected, long insertId) implements Answer {}

    /** An error. */
    record Failed(int code, String state, String message) implements Answer {}
}
