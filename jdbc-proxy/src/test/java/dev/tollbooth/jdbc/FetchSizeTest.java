package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.statement.StatementSnapshot;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A driver is asked for the fetch size of a statement's first result set, and again when it may be another. */
class FetchSizeTest {

    private static final String SQL = "SELECT x FROM system_range(1, 10)";

    private final Tollbooth tollbooth =
            Tollbooth.builder().setting("jmx", "off").build();
    /** What the driver's result sets say, and how often they were asked. */
    private final AtomicInteger size = new AtomicInteger();

    private final AtomicInteger asked = new AtomicInteger();

    /** Returns {@code target} with the fetch size of this test, what it returns likewise. */
    private <T> T driver(T target, Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, args) -> {
            if (target instanceof ResultSet && method.getName().equals("getFetchSize")) {
                asked.incrementAndGet();
                return size.get();
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
}
