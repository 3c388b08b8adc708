package dev.tollbooth.internal.sql;

import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.postgres.PortUsers;
import dev.tollbooth.internal.postgres.PostgresPort;
import dev.tollbooth.internal.provider.SqlTables;
import dev.tollbooth.internal.provider.SqlTablesProvider;
import dev.tollbooth.internal.report.WindowHistory;
import dev.tollbooth.internal.table.StatementTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A provider that opens the SQL tables in H2. No class of H2 is loaded before its version is checked. */
public final class H2TablesProvider implements SqlTablesProvider {

    /** Makes a provider for {@link java.util.ServiceLoader}. */
    public H2TablesProvider() {}

    @Override
    public SqlTables open(StatementTable statements, SessionRegistry sessions, WindowHistory windows)
            throws SQLException {
        ClassLoader loader = H2TablesProvider.class.getClassLoader();
        H2Version.check(loader == null ? ClassLoader.getSystemClassLoader() : loader);
        try {
            return new H2Tables(new H2Database(statements, sessions, windows));
        } catch (LinkageError e) {
            throw H2Version.unfit(e);
        }
    }

    /** An H2 database with the live tables, and the port for clients from outside. */
    private static final class H2Tables implements SqlTables {

        private final H2Database database;
        private final PortUsers users = new PortUsers(SCHEMA);
        private final List<PostgresPort> doors = new CopyOnWriteArrayList<>(); // written under this

        H2Tables(H2Database database) {
            this.database = database;
        }

        @Override
        public Connection connect() throws SQLException {
            return database.connect();
        }

        @Override
        public void addUser(String user, String password, boolean mayTruncate) throws SQLException {
            if (user.isBlank() || password.isEmpty()) {
                throw new SQLException(
                        "a user of the SQL tables needs a name and a password: user=" + user + "; give both", "28000");
            }
            database.addUser(user, mayTruncate);
            users.add(user, password);
        }

        @Override
        public synchronized void listen(int port) throws SQLException {
            doors.add(PostgresPort.open(port, users, database::connectAs));
        }

        @Override
        public long heldBytes() {
            return database.heldBytes();
        }

        @Override
        public int stuckQueries() {
            return doors.stream().mapToInt(PostgresPort::stuck).sum();
        }

        @Override
        public synchronized void close() throws SQLException {
            doors.forEach(PostgresPort::close);
            doors.clear();
            database.close();
        }
    }
}
