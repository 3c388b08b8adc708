package dev.tollbooth.internal.ru.postgres;

import dev.tollbooth.internal.ru.warning.VisibleWarnings;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import org.jspecify.annotations.Nullable;

/**
 * The warnings of a connection, of which a driver forgets none until it is told to: what is new in them, and what the
 * application sees.
 *
 * <p>Not thread-safe: guarded by the reader.
 */
final class ConnectionNotices {

    private final Connection connection;
    /** The warnings that the application sees, if some are hidden; null if it sees all. */
    private final @Nullable VisibleWarnings seen;

    /** The application's, left of chains that the driver was told to forget. */
    private @Nullable SQLWarning kept;
    // the driver's chain as it was read last: its first, and the last read
    private @Nullable SQLWarning first;
    private @Nullable SQLWarning read;

    ConnectionNotices(Connection connection, @Nullable VisibleWarnings seen) {
        this.connection = connection;
        this.seen = seen;
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
        if (seen != null && seen.hidesAnyOf(unread)) {
            connection.clearWarnings();
            keep(seen.visible(chain));
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

    /**
     * Returns what the application sees of {@code warnings} that hide some; {@link #unread} was called just before. The driver
     * forgets it, since it would append to it what the application is not to see.
     */
    @Nullable
    SQLWarning visible(VisibleWarnings warnings) throws SQLException {
        SQLWarning chain = connection.getWarnings();
        if (chain != null) {
            connection.clearWarnings();
            first = null;
            read = null;
            keep(warnings.visible(chain));
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
