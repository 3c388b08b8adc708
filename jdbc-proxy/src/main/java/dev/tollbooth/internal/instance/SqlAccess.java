package dev.tollbooth.internal.instance;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.control.Problem;
import dev.tollbooth.internal.control.Problems;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.memory.MemoryTrace;
import dev.tollbooth.internal.provider.SqlTables;
import dev.tollbooth.internal.provider.SqlTablesProvider;
import dev.tollbooth.internal.report.WindowHistory;
import dev.tollbooth.internal.settings.Setting;
import dev.tollbooth.internal.settings.SqlSettings;
import dev.tollbooth.internal.table.StatementTable;
import java.sql.SQLException;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * The access to an instance's SQL tables. H2's classes are loaded on first use.
 *
 * <p>Thread-safe.
 */
final class SqlAccess {

    private final StatementTable statements;
    private final SessionRegistry sessions;
    private final WindowHistory windows;
    private final Failures failures;
    private final Problems problems;
    private volatile @Nullable SqlTables tables; // written under this

    @GuardedBy("this")
    private boolean portOpened;

    @GuardedBy("this")
    private boolean closed;

    SqlAccess(
            StatementTable statements,
            SessionRegistry sessions,
            WindowHistory windows,
            Failures failures,
            Problems problems) {
        this.statements = statements;
        this.sessions = sessions;
        this.windows = windows;
        this.failures = failures;
        this.problems = problems;
        problems.include(this::stuckQueries);
    }

    /**
     * Returns one problem if H2 doesn't end some queries, else none. Each such query occupies a thread and a processor.
     */
    private List<Problem> stuckQueries() {
        SqlTables open = tables;
        int stuck = open == null ? 0 : open.stuckQueries();
        return stuck == 0
                ? List.of()
                : List.of(new Problem(
                        "queries of the SQL port do not end",
                        Setting.SQL_LISTEN.key + ": threads=" + stuck
                                + ", in H2 since their time was over; restart the application to end them"));
    }

    /**
     * Returns the tables, opened at the first call.
     *
     * @throws SQLException if H2 is missing or unsuitable, or the instance is closed
     */
    synchronized SqlTables tables() throws SQLException {
        if (closed) {
            throw new SQLException("the SQL tables are gone: their Tollbooth is closed; connect again", "08003");
        }
        SqlTables known = tables;
        if (known == null) {
            known = provider().open(statements, sessions, windows);
            tables = known;
        }
        return known;
    }

    private static SqlTablesProvider provider() throws SQLException {
        return ServiceLoader.load(SqlTablesProvider.class, SqlTablesProvider.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new SQLException(
                        "the SQL tables are not in this jar: missing=sql; take the jar that Tollbooth publishes",
                        "08001"));
    }

    /**
     * Opens the port in {@code settings}, once. A port that can't be opened is logged and shown, and the application
     * continues.
     */
    synchronized void openPort(SqlSettings settings) {
        if (!settings.listens() || portOpened || closed) {
            return;
        }
        portOpened = true;
        try {
            SqlTables open = tables();
            open.addUser(settings.userName(), settings.password(), settings.mayTruncate());
            open.listen(settings.port());
        } catch (SQLException e) {
            // H2 is missing or unsuitable, or the port is in use: these messages hold no secret
            problems.add(new Problem(
                    "no port for the SQL tables",
                    Setting.SQL_LISTEN.key + "=" + settings.port() + ": " + e.getMessage()));
        } catch (RuntimeException | LinkageError e) {
            failures.caught(Place.SQL, e);
        }
    }

    /** Fills {@code node} with the memory of the tables' database, once it is open; takes no lock. */
    void trace(MemoryTrace node) {
        SqlTables open = tables;
        node.own(open == null ? 0 : open.heldBytes());
    }

    /** Closes port and tables; a second call does nothing. */
    synchronized void close() {
        closed = true;
        SqlTables open = tables;
        tables = null;
        if (open != null) {
            try {
                open.close();
            } catch (SQLException | RuntimeException | LinkageError e) {
                failures.caught(Place.SQL, e);
            }
        }
    }
}
