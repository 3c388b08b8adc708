package dev.tollbooth.internal.postgres.sql;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An accepted statement, and the way in which it is executed.
 *
 * @param kind the kind, which decides who answers the statement
 * @param tag the command tag for the client; the number of rows is appended to {@code SELECT}
 * @param text SQL for H2, or the subject of a session statement
 * @param columns names for columns that H2 leaves without a name; an unknown one is empty
 * @param patterns the numbers of parameters that are patterns of LIKE
 * @param texts the limits of the parameters' texts
 * @param cursor the use of a cursor by DECLARE or FETCH; null in all other statements
 */
public record PlannedStatement(
        Kind kind,
        String tag,
        String text,
        List<String> columns,
        Set<Integer> patterns,
        TextLimits texts,
        @Nullable CursorUse cursor) {

    /**
     * A use of a cursor by a statement.
     *
     * @param name the name of the cursor
     * @param rows the number of rows of a FETCH; 0 for all
     * @param held whether the cursor outlives its transaction
     * @param query the query of a DECLARE; null in a FETCH
     */
    public record CursorUse(
            String name, int rows, boolean held, @Nullable PlannedStatement query) {}

    /** The kind of a statement, which decides who answers it. */
    public enum Kind {
        /** An empty statement. */
        EMPTY,
        /** A query for H2. */
        ROWS,
        /** A query that the catalog answers. */
        CATALOG,
        /** A TRUNCATE, which H2 executes and which returns no rows. */
        TRUNCATE,
        /** A query for one of the session's settings, or for all. */
        SHOW,
        SET,
        BEGIN,
        COMMIT,
        ROLLBACK,
        ROLLBACK_TO_SAVEPOINT,
        /** A statement that drops a prepared statement of the session, or all. */
        DEALLOCATE,
        /** A statement that opens a cursor, whose rows FETCH reads. */
        DECLARE,
        /** A statement that reads the next rows of a cursor. */
        FETCH,
        /** A statement that closes one or all cursors. */
        CLOSE,
        /** A statement without effect here. */
        NOTHING
    }

    public PlannedStatement {
        columns = List.copyOf(columns);
        patterns = Set.copyOf(patterns);
    }

    public static PlannedStatement of(Kind kind, String tag, String text) {
        return new PlannedStatement(kind, tag, text, List.of(), Set.of(), TextLimits.METERED, null);
    }

    static PlannedStatement of(Kind kind, String tag, CursorUse cursor) {
        return new PlannedStatement(kind, tag, "", List.of(), Set.of(), TextLimits.METERED, cursor);
    }

    /** Returns the query of a DECLARE; for other statements, this statement. */
    public PlannedStatement query() {
        return cursor == null || cursor.query == null ? this : cursor.query;
    }

    /** Returns whether a failed transaction accepts the statement. */
    public boolean endsTransaction() {
        return kind == Kind.COMMIT || kind == Kind.ROLLBACK || kind == Kind.ROLLBACK_TO_SAVEPOINT;
    }
}
