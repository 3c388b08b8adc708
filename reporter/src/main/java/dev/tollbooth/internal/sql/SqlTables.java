package dev.tollbooth.internal.sql;

import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.postgres.PortUsers;
import dev.tollbooth.internal.postgres.PostgresPort;
import dev.tollbooth.internal.report.WindowHistory;
import dev.tollbooth.internal.table.StatementTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The statement tables of one instance, as the schema {@code performance_schema} of a private H2 database in memory.
 *
 * <p>The tables hold nothing: each read makes its rows of the live accounts. They can be read and truncated; whatever
 * else is refused to everyone. Statements on them are not accounted.
 *
 * <p>Thread-safe.
 */
public final class SqlTables implements AutoCloseable {

    /** The schema of the tables, and the database's name for clients from outside. */
    public static final String SCHEMA = "performance_schema";

    private final TableDatabase database;
    private final PortUsers users = new PortUsers(SCHEMA);
    private final List<PostgresPort> doors = new CopyOnWriteArrayList<>(); // written under this

    private SqlTables(TableDatabase database) {
        this.database = database;
    }

    /**
     * Opens the tables, {@code top_ru} without rows; nothing outside of this JVM can reach them yet.
     *
     * @throws SQLException if H2 is missing or of a version that does not fit
     */
    public static SqlTables open(StatementTable statements, SessionRegistry sessions) throws SQLException {
        return open(statements, sessions, WindowHistory.NONE);
    }

    /** As {@link #open(StatementTable, SessionRegistry)}, with {@code top_ru} filled from {@code windows}. */
    public static SqlTables open(StatementTable statements, SessionRegistry sessions, WindowHistory windows)
            throws SQLException {
        ClassLoader loader = SqlTables.class.getClassLoader();
        H2Version.check(loader == null ? ClassLoader.getSystemClassLoader() : loader);
        try {
            return new SqlTables(H2Database.open(statements, sessions, windows));
        } catch (LinkageError e) {
            throw H2Version.unfit(e);
        }
    }

    /** Opens a connection that may read and truncate all tables. */
    public Connection connect() throws SQLException {
        return database.connect();
    }

    /**
     * Adds a user, who can then connect from outside where {@link #listen} has opened a port.
     *
     * @param user a name; upper and lower case are the same
     * @param password not empty
     * @throws SQLException if one is empty or there is such a user
     */
    public void addUser(String user, String password, Grants grants) throws SQLException {
        if (user.isBlank() || password.isEmpty()) {
            throw new SQLException(
                    "a user of the SQL tables needs a name and a password: user=" + user + "; give both", "28000");
        }
        database.addUser(user, grants);
        users.add(user, password);
    }

    /**
     * Listens on {@code port} of the loopback address until {@link #close}, for psql and drivers of PostgreSQL.
     *
     * @param port 1 to 65535
     * @throws SQLException if the port is taken
     */
    public synchronized void listen(int port) throws SQLException {
        doors.add(PostgresPort.open(port, users, database::connectAs));
    }

    /** Returns about how many bytes of heap the database behind the tables holds; waits for nobody. */
    public long heldBytes() {
        return database.heldBytes();
    }

    /** Returns how many threads of the port go on with a query though its time is over and it was cancelled. */
    public int stuckQueries() {
        return doors.stream().mapToInt(PostgresPort::stuck).sum();
    }

    /** Closes the port, ends all connections and forgets all users; a second call does nothing. */
    @Override
    public synchronized void close() throws SQLException {
        doors.forEach(PostgresPort::close);
        doors.clear();
        database.close();
    }
}
