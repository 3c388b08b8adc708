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
import java.util.Arrays;
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

    /**
     * The version of H2 on the class path.
     *
     * <p>The version is read by reflection before any class that uses H2's internals is loaded, because the internals
     * change between versions. So an error names an unsuitable version, instead of a missing method.
     */
    static final class H2Version {

        private static final int[] OLDEST = {2, 4};
        private static final String SQL_STATE = "08001";
        private static final String REMEDY = "; put com.h2database:h2:2.5.252 on the class path";

        private H2Version() {}

        /**
         * Checks that a suitable H2 is present.
         *
         * @throws SQLException if H2 is missing or too old
         */
        static void check(ClassLoader loader) throws SQLException {
            int[] found = find(loader);
            if (Arrays.compare(found, OLDEST) < 0) {
                throw new SQLException(
                        "H2 is too old for the SQL tables: version=" + text(found) + ", needed=" + text(OLDEST)
                                + " or newer" + REMEDY,
                        SQL_STATE);
            }
        }

        private static String text(int[] version) {
            return version[0] + "." + version[1];
        }

        private static int[] find(ClassLoader loader) throws SQLException {
            try {
                Class<?> constants = Class.forName("org.h2.engine.Constants", true, loader);
                return new int[] {
                    constants.getField("VERSION_MAJOR").getInt(null),
                    constants.getField("VERSION_MINOR").getInt(null)
                };
            } catch (ClassNotFoundException e) {
                throw new SQLException("the SQL tables need H2, which is not on the class path" + REMEDY, SQL_STATE, e);
            } catch (ReflectiveOperationException | LinkageError e) {
                throw unfit(e);
            }
        }

        /** Returns the error for an H2 whose internals differ from those that this build expects. */
        static SQLException unfit(Throwable cause) {
            return new SQLException(
                    "H2 does not fit the SQL tables: exception="
                            + cause.getClass().getName() + ", built for=2.4 to 2.5" + REMEDY,
                    SQL_STATE,
                    cause);
        }
    }
}
