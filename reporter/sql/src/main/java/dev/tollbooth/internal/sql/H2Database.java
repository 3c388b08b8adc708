package dev.tollbooth.internal.sql;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.postgres.TableConnection;
import dev.tollbooth.internal.provider.SqlTables;
import dev.tollbooth.internal.report.WindowHistory;
import dev.tollbooth.internal.table.StatementTable;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.h2.command.ddl.CreateTableData;
import org.h2.engine.Database;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;

/**
 * A private H2 database in memory with the live tables.
 *
 * <p>Only this object can connect as the administrator, who could drop the schema. The administrator's password is
 * random and kept here.
 *
 * <p>Thread-safe.
 */
final class H2Database {

    /** The settings that clients of PostgreSQL expect. */
    private static final String SETTINGS =
            ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH;DB_CLOSE_ON_EXIT=FALSE";

    private static final String ADMINISTRATOR = "TOLLBOOTH_ADMINISTRATOR";
    private static final String APPLICATION = "TOLLBOOTH_APPLICATION";

    /** The bytes of the database with its tables, measured by class histogram, without its connections. */
    private static final long DATABASE_BYTES = 40 << 10;

    private static final long CONNECTION_BYTES = 3 << 10;

    private final String name;
    private final String adminPassword = random();
    private final Map<String, String> passwords = new ConcurrentHashMap<>(); // random passwords of the users in H2

    @GuardedBy("this")
    final JdbcConnection admin; // keeps the database open

    private final List<LiveContent<?>> tables;
    private final Database database;

    H2Database(StatementTable statements, SessionRegistry sessions, WindowHistory windows) throws SQLException {
        // current_database() returns the part after the slash
        this.name = "mem:tollbooth_" + random() + "/" + SqlTables.SCHEMA;
        this.admin = new JdbcConnection(url() + SETTINGS, new Properties(), ADMINISTRATOR, adminPassword, false);
        this.tables = Stream.concat(StatementTables.of(statements, sessions).stream(), TopRuTables.of(windows).stream())
                .toList();
        this.database = ((SessionLocal) admin.getSession()).getDatabase();
        try (Statement statement = admin.createStatement()) {
            statement.execute("CREATE SCHEMA " + SqlTables.SCHEMA);
            tables.forEach(this::createTable);
            addUser(APPLICATION, true);
        } catch (SQLException | RuntimeException | LinkageError e) {
            admin.close();
            throw e;
        }
    }

    private static String random() {
        byte[] bytes = new byte[16];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private String url() {
        return "jdbc:h2:" + name;
    }

    @GuardedBy("this")
    private void createTable(LiveContent<?> content) {
        SessionLocal session = (SessionLocal) admin.getSession();
        session.lock();
        try {
            database.lockMeta(session);
            CreateTableData data = new CreateTableData();
            data.schema = database.getSchema(SqlTables.SCHEMA);
            data.id = database.allocateObjectId();
            data.session = session;
            database.addSchemaObject(session, LiveTable.of(data, content));
            session.commit(true);
        } finally {
            session.unlock();
        }
    }

    /** Opens a connection of the application's own user, who may read all tables and may truncate tables. */
    Connection connect() throws SQLException {
        return connect(APPLICATION);
    }

    /** Opens a connection of {@code user} for callers in this JVM. */
    Connection connect(String user) throws SQLException {
        return CatalogConnection.of(connect(inH2(user), passwords.getOrDefault(inH2(user), "")));
    }

    private JdbcConnection connect(String user, String password) throws SQLException {
        // the database exists or is gone permanently: never create an empty one
        return new JdbcConnection(url() + ";IFEXISTS=TRUE", new Properties(), user, password, false);
    }

    /** Opens a connection of {@code user} for a client of the port. */
    TableConnection connectAs(String user) throws SQLException {
        return H2Connection.open(connect(inH2(user), passwords.getOrDefault(inH2(user), "")));
    }

    private static String inH2(String user) {
        return user.toUpperCase(Locale.ROOT);
    }

    /**
     * Adds a user who may read all tables. A port has to check the user's password itself.
     *
     * @param mayTruncate whether the user may truncate tables, too; H2's right for TRUNCATE is DELETE, but the tables
     *     reject DELETE
     */
    synchronized void addUser(String user, boolean mayTruncate) throws SQLException {
        String quoted = '"' + inH2(user).replace("\"", "\"\"") + '"';
        String password = random();
        try (PreparedStatement create = admin.prepareStatement("CREATE USER " + quoted + " PASSWORD ?");
                Statement grant = admin.createStatement()) {
            create.setString(1, password);
            create.execute();
            for (LiveContent<?> table : tables) {
                String rights = mayTruncate && table.isTruncatable() ? "SELECT, DELETE" : "SELECT";
                grant.execute("GRANT " + rights + " ON " + table.kind.qualifiedName() + " TO " + quoted);
            }
        }
        passwords.put(inH2(user), password);
    }

    /** Returns the approximate bytes of heap of the database; takes no lock. */
    long heldBytes() {
        return DATABASE_BYTES + database.getSessionCount() * CONNECTION_BYTES;
    }

    /** Closes all connections and drops everything; a second call does nothing. */
    synchronized void close() throws SQLException {
        if (admin.isClosed()) {
            return;
        }
        try (Statement statement = admin.createStatement()) {
            // the wait is twice as long as for other sessions, by default four seconds
            statement.execute("SET DEFAULT_LOCK_TIMEOUT 50");
            statement.execute("SHUTDOWN IMMEDIATELY");
        } finally {
            admin.close();
        }
    }

    /**
     * A connection for clients outside of this JVM.
     *
     * <p>Any thread may call {@link #cancel} and {@link #abort}. Only one thread at a time may call the rest.
     */
    private static final class H2Connection implements TableConnection {

        /**
         * The settings of a session. Rows are made lazily, and times have one time zone. H2's own time limit is longer
         * than the port's. It is set because H2 then also clears cancellations that came too late.
         */
        private static final String[] SETTINGS = {
            "SET SCHEMA performance_schema",
            "SET SCHEMA_SEARCH_PATH performance_schema",
            "SET TIME ZONE 'UTC'",
            "SET LAZY_QUERY_EXECUTION 1",
            "SET QUERY_TIMEOUT 60000",
        };

        private final JdbcConnection connection;
        private final Connection inAnyCase;

        private H2Connection(JdbcConnection connection) {
            this.connection = connection;
            this.inAnyCase = CatalogConnection.of(connection);
        }

        static H2Connection open(JdbcConnection connection) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                for (String setting : SETTINGS) {
                    statement.execute(setting);
                }
                return new H2Connection(connection);
            } catch (SQLException | RuntimeException e) {
                connection.close();
                throw e;
            }
        }

        @Override
        public Connection jdbc() {
            return inAnyCase;
        }

        /** Cancels the session, not the statement, because a join that finds nothing checks only the session. */
        @Override
        public void cancel() {
            ((SessionLocal) connection.getSession()).cancel();
        }

        /**
         * Closes the session. That ends even planning, where H2 checks no cancellation but fails without a database.
         */
        @Override
        public void abort() {
            ((SessionLocal) connection.getSession()).close();
        }

        @Override
        public void close() throws SQLException {
            connection.close();
        }
    }
}
