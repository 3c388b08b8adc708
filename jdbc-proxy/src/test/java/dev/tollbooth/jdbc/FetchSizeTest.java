package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.execution.AccountedStatement;
import dev.tollbooth.internal.journal.Journal;
import dev.tollbooth.internal.journal.Session;
import dev.tollbooth.statement.StatementSnapshot;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests that the driver's fetch size is read with a statement's first result set, and again when it may have changed.
 */
class FetchSizeTest {

    private static final String SQL = "SELECT x FROM system_range(1, 10)";

    private final Tollbooth tollbooth =
            Tollbooth.builder().setting("jmx", "off").build();
    /** The fetch size of the driver's result sets, and the number of reads. */
    private final AtomicInteger size = new AtomicInteger();

    private final AtomicInteger asked = new AtomicInteger();

    /** The fetch size of the driver's statements, and the driver's name. */
    private final AtomicInteger sizeOfStatements = new AtomicInteger();

    private String driverName = "a driver";

    /** Returns a proxy of {@code target} with the fetch size of this test; its results are such proxies too. */
    private <T> T driver(T target, Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, args) -> {
            if (target instanceof ResultSet && method.getName().equals("getFetchSize")) {
                asked.incrementAndGet();
                return size.get();
            }
            if (target instanceof Statement && method.getName().equals("getFetchSize")) {
                return sizeOfStatements.get();
            }
            if (method.getName().equals("getDriverName")) {
                return driverName;
            }
            if (method.getName().equals("setFetchSize")) {
                size.set((int) args[0]);
                return null;
            }
            Object result;
            try {
                result = method.invoke(target, args);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
            if (result instanceof Connection connection) {
                return driver(connection, Connection.class);
            }
            if (result instanceof DatabaseMetaData metaData) {
                return driver(metaData, DatabaseMetaData.class);
            }
            if (result instanceof PreparedStatement statement) {
                return driver(statement, PreparedStatement.class);
            }
            if (result instanceof Statement statement) {
                return driver(statement, Statement.class);
            }
            return result instanceof ResultSet rows ? driver(rows, ResultSet.class) : result;
        }));
    }

    private Connection connect() throws SQLException {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:");
        return tollbooth.wrap(driver(h2, DataSource.class)).getConnection();
    }

    private static void read(ResultSet rows) throws SQLException {
        try (rows) {
            rows.next();
        }
    }

    private long fetchNanos() {
        return tollbooth.statements().list().stream()
                .mapToLong(StatementSnapshot::fetchNanos)
                .sum();
    }

    @AfterEach
    void close() {
        tollbooth.close();
    }

    @Test
    void executeQuery_again_doesNotAskAgain() throws SQLException {
        try (Connection connection = connect();
                PreparedStatement select = connection.prepareStatement(SQL)) {
            for (int i = 0; i < 5; i++) {
                read(select.executeQuery());
            }
        }
        assertThat(asked).hasValue(1);
        assertThat(fetchNanos()).isZero();
    }

    @Test
    void executeQuery_afterAFetchSizeWasSet_timesTheFetch() throws SQLException {
        try (Connection connection = connect();
                PreparedStatement select = connection.prepareStatement(SQL)) {
            read(select.executeQuery());
            select.setFetchSize(2);
            read(select.executeQuery());
            long once = fetchNanos();
            read(select.executeQuery());

            assertThat(once).isPositive();
            assertThat(fetchNanos()).isGreaterThan(once);
        }
    }

    @Test
    void executeQuery_ofAnotherStatementText_asksAgain() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            read(statement.executeQuery(SQL));
            size.set(2); // that result's own
            read(statement.executeQuery("SELECT 1"));
        }
        assertThat(fetchNanos()).isPositive();
    }

    /**
     * Tests drivers that fetch in {@code next()}: SQLite computes each row there, and MySQL streams if the statement's
     * fetch size is negative.
     */
    @ParameterizedTest
    @CsvSource({
        "SQLite JDBC, 0, 0, true",
        "MySQL Connector/J, 0, -2147483648, true",
        "MySQL Connector/J, -2147483648, -2147483648, true",
        "MySQL Connector/J, 0, 0, false",
        "MySQL Connector/J, 0, 100, false",
        "PostgreSQL JDBC Driver, 0, 100, false",
        "a driver, 0, -1, false",
    })
    void next_whereTheResultSetSaysNoSize_isTimedIfItsDriverFetchesEachRow(
            String driver, int ofResultSet, int ofStatement, boolean timed) throws SQLException {
        driverName = driver;
        size.set(ofResultSet);
        sizeOfStatements.set(ofStatement);
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(SQL)) {
            for (int row = 0; row < 10; row++) {
                assertThat(rows.next()).isTrue();
            }
        }
        assertThat(asked).hasValue(timed ? 2 : 1); // before the first row, and there
        assertThat(fetchNanos()).satisfies(nanos -> assertThat(nanos > 0).isEqualTo(timed));
    }

    @Test
    void next_ofAWholeResultAfterAStreamedOne_isNotTimed() throws SQLException {
        driverName = "MySQL Connector/J";
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            sizeOfStatements.set(Integer.MIN_VALUE);
            readAll(statement, 10);
            long streamed = fetchNanos();
            sizeOfStatements.set(0);
            statement.setFetchSize(0);
            readAll(statement, 200);

            assertThat(streamed).isPositive();
            assertThat(fetchNanos()).isEqualTo(streamed);
        }
    }

    /** Tests a fetch size that was set below the proxy, as Connector/J's {@code enableStreamingResults} does. */
    @Test
    void next_ofAWholeResultAfterOneThatWasStreamedBelowTheProxy_isNotTimed() throws SQLException {
        driverName = "MySQL Connector/J";
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            readAll(statement, 10);
            sizeOfStatements.set(Integer.MIN_VALUE);
            readAll(statement, 100);
            long streamed = fetchNanos();
            sizeOfStatements.set(0);
            readAll(statement, 200);

            assertThat(streamed).isPositive();
            assertThat(fetchNanos()).isEqualTo(streamed);
        }
    }

    private static void readAll(Statement statement, int count) throws SQLException {
        try (ResultSet rows = statement.executeQuery("SELECT x FROM system_range(1, " + count + ")")) {
            while (rows.next()) {
                rows.getInt(1);
            }
        }
    }

    @Test
    void next_ofADriverThatFetchesEachRow_isAskedAndWatchedEach64Rows() throws SQLException {
        driverName = "SQLite JDBC";
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:");
        try (Tollbooth limited = Tollbooth.builder()
                        .setting("jmx", "off")
                        .setting("memory.query-limit", "1GB")
                        .build();
                Connection connection =
                        limited.wrap(driver(h2, DataSource.class)).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT x FROM system_range(1, 640)")) {
            long before = entry(statement);
            for (int row = 0; row < 640; row++) {
                assertThat(rows.next()).isTrue();
            }
            assertThat(asked).hasValue(11);
            assertThat(entry(statement) - before).isEqualTo(11);
        }
    }

    /** Returns the number of the next entry in the statement's journal, which shows whether a call used one. */
    private static long entry(Statement statement) {
        AccountedStatement accounted = (AccountedStatement) statement;
        Session session = accounted.funnel.session;
        Journal watched = session.beginFetch(accounted);
        long entry = watched.entry();
        session.endFetch(watched);
        return entry;
    }
}
