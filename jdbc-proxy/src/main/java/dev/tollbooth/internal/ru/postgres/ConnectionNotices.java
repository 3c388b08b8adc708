package dev.tollbooth.internal.ru.postgres;

import dev.tollbooth.internal.ru.warning.VisibleWarnings;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import org.jspecify.annotations.Nullable;

/**
 * The warnings of a connection, which drivers keep until they are cleared. Some are unread, some are for the
 * application.
 *
 * <p>Not thread-safe: guarded by the reader.
 */
final class ConnectionNotices {

    private final Connection connection;
    /** The filter of visible warnings; null if the application sees all warnings. */
    private final @Nullable VisibleWarnings seen;

    /** The application's warnings from chains that Tollbooth has cleared. */
    private @Nullable SQLWarning kept;
    // the first and the last warning of the driver's chain at the last read
    private @Nullable SQLWarning first;
    private @Nullable SQLWarning read;

    ConnectionNotices(Connection connection, @Nullable VisibleWarnings seen) {
        this.connection = connection;
        this.seen = seen;
    }

    /** Returns the first unread warning with its successors, null if there is none; removes warnings to hide. */
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
     * Returns the warnings that the filter {@code warnings} leaves visible. The caller has just called {@link #unread}.
     * The driver's chain is cleared, because the driver would append hidden warnings to it.
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

    /** Drops all warnings. The caller clears the driver's warnings. */
    void clear() {
        kept = null;
        first = null;
        read = null;
    }
}
