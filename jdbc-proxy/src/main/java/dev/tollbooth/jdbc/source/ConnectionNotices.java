package dev.tollbooth.jdbc.source;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The warnings of a connection, of which a driver forgets none until it is told to: what is new in them, and what the
 * application sees.
 *
 * <p>Not thread-safe: guarded by the reader.
 */
final class ConnectionNotices {

    private final Connection connection;
    /** Those to be taken out; null if none are. */
    private final @Nullable Predicate<SQLWarning> hidden;

    /** The application's, left of a chain that others were taken out of. */
    private @Nullable SQLWarning kept;
    // the driver's chain as it was read last: its first, and the last read
    private @Nullable SQLWarning first;
    private @Nullable SQLWarning read;

    ConnectionNotices(Connection connection, @Nullable Predicate<SQLWarning> hidden) {
        this.connection = connection;
        this.hidden = hidden;
    }

    /** Returns the first warning that was not returned yet, the others behind it; takes out what is to be hidden. */
    @Nullable
    SQLWarning unread() throws SQLException {
        if (connection.isClosed()) {
            return null;
        }
        SQLWarning chain = connection.getWarnings();
        SQLWarning known = read;
        SQLWarning unread = known != null && chain == first ? known.getNextWarning() : chain;
        if (unread == null) {
            return null;
        }
        if (hidden != null && WarningChain.hasAny(unread, hidden)) {
            connection.clearWarnings();
            keep(WarningChain.without(chain, hidden));
            chain = null;
        }
        first = chain;
        read = chain == null ? null : last(unread);
        return unread;
    }

    private static SQLWarning last(SQLWarning from) {
        SQLWarning last = from;
        for (SQLWarning next = last.getNextWarning(); next != null; next = next.getNextWarning()) {
            last = next;
        }
        return last;
    }

    private void keep(@Nullable SQLWarning rest) {
        SQLWarning before = kept;
        if (before == null) {
            kept = rest;
        } else if (rest != null) {
            before.setNextWarning(rest);
        }
    }

    /** Returns what the application sees; {@link #unread} was called just before. */
    @Nullable
    SQLWarning visible() throws SQLException {
        SQLWarning chain = connection.getWarnings();
        if (kept == null) {
            return chain;
        }
        if (chain != null) {
            connection.clearWarnings();
            first = null;
            read = null;
            keep(chain);
        }
        return kept;
    }

    /** Forgets all; the driver's are to be cleared by the caller. */
    void clear() {
        kept = null;
        first = null;
        read = null;
    }
}
