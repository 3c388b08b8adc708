package dev.tollbooth.internal.postgres.sql;

import java.util.List;
import java.util.Set;

/**
 * A statement that is let through, and what is to be done for it.
 *
 * @param kind who answers it
 * @param tag what the client is told when it is done; behind that of {@link Kind#ROWS} their number
 * @param text SQL for H2, or what a statement of the session is about
 * @param columns names for columns that H2 leaves without one, where the statement tells them; empty where not
 * @param patterns numbers of the parameters that are patterns of LIKE
 * @param texts how long its parameters may be
 */
public record PlannedStatement(
        Kind kind, String tag, String text, List<String> columns, Set<Integer> patterns, TextLimits texts) {

    /** The part that answers a statement. */
    public enum Kind {
        /** Nobody: there is none. */
        EMPTY,
        /** H2, with rows. */
        ROWS,
        /** The catalog, with rows. */
        CATALOG,
        /** H2, without rows. */
        TRUNCATE,
        /** The session's settings, with one row. */
        SHOW,
        SET,
        BEGIN,
        COMMIT,
        ROLLBACK,
        ROLLBACK_TO_SAVEPOINT,
        /** The session, which forgets a prepared statement, or all where none is named. */
        DEALLOCATE,
        /** Nobody: it changes nothing here. */
        NOTHING
    }

    public PlannedStatement {
        columns = List.copyOf(columns);
        patterns = Set.copyOf(patterns);
    }

    public static PlannedStatement of(Kind kind, String tag, String text) {
        return new PlannedStatement(kind, tag, text, List.of(), Set.of(), TextLimits.METERED);
    }

    /** Whether a failed transaction lets it through. */
    public boolean endsTransaction() {
        return kind == Kind.COMMIT || kind == Kind.ROLLBACK || kind == Kind.ROLLBACK_TO_SAVEPOINT;
    }
}
