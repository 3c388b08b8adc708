package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.statement.StatementSnapshot;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Callable;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests result sets that a driver keeps open while their statement executes again, as Connector/J can and as cursors in
 * rows are: their rows count for their own execution, and their end is not the end of the later one.
 */
final class ResultsOfEarlierExecutionsTest {

    private static final String EARLIER = "SELECT x AS earlier FROM system_range(1, 5)";
    private static final String LATER = "SELECT x AS last_3 FROM system_range(1, 4)";

    private final Tollbooth tollbooth = Tollbooth.builder()
            .setting("jmx", "off")
            .setting("ru.source", "scripted")
            .build();

    private Connection connection;
    private Statement statement;

    /** The driver's last result set of the statement. */
    private @Nullable ResultSet last;

    /** What the driver calls within its next execution, as for a function in Java; null for nothing. */
    private @Nullable Callable<ResultSet> within;

    /** Returns a driver's object whose result sets are each of a statement of their own; column 1 is a cursor. */
    private <T> T driver(T target, Class<T> type, Connection h2) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, args) -> {
            if (target instanceof DataSource && method.getName().equals("getConnection")) {
                return driver(h2, Connection.class, h2);
            }
            switch (method.getName()) {
                case "executeQuery":
                    Callable<ResultSet> function = within;
                    within = null;
                    if (function != null) {
                        function.call();
                    }
                    last = driver(h2.createStatement().executeQuery((String) args[0]), ResultSet.class, h2);
                    return last;
                case "getResultSet":
                    return last;
                case "getObject":
                    return h2.createStatement().executeQuery(EARLIER);
                default:
            }
            try {
                Object result = method.invoke(target, args);
                return result instanceof Statement made ? driver(made, Statement.class, h2) : result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }

    @BeforeEach
    void connect() throws SQLException {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:");
        DataSource driver = driver(h2, DataSource.class, h2.getConnection());
        connection = tollbooth.wrap(driver).getConnection();
        statement = connection.createStatement();
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
        tollbooth.close();
    }

    private static void read(ResultSet rows, int count) throws SQLException {
        for (int i = 0; i < count; i++) {
            assertThat(rows.next()).isTrue();
        }
    }

    private StatementSnapshot row(String part) {
        return tollbooth.statements().list().stream()
                .filter(row -> String.valueOf(row.digestText()).contains(part))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void next_ofAnEarlierResult_countsForItsOwnStatement() throws SQLException {
        ResultSet earlier = statement.executeQuery(EARLIER);
        read(earlier, 1);
        ResultSet later = statement.executeQuery(LATER);
        read(earlier, 4);
        read(later, 2);
        earlier.close();
        later.close();

        assertThat(row("earlier").rowsSent()).isEqualTo(5);
        assertThat(row("last_3").rowsSent()).isEqualTo(2);
    }

    @Test
    void close_ofTheConnectionWithAnEarlierResultReadOn_countsAllItsRows() throws SQLException {
        ResultSet earlier = statement.executeQuery(EARLIER);
        read(earlier, 1);
        read(statement.executeQuery(LATER), 2);
        read(earlier, 4);
        assertThat(earlier.next()).isFalse();
        ResultSet unread = statement.executeQuery(EARLIER);
        statement.close();
        read(unread, 3);
        connection.close();

        assertThat(row("earlier").rowsSent()).isEqualTo(5 + 3);
        assertThat(row("last_3").rowsSent()).isEqualTo(2);
    }

    @Test
    void next_ofAResultThatAFunctionLeftOpen_countsForTheStatementOfThatResult() throws SQLException {
        ResultSet[] left = new ResultSet[1];
        within = () -> left[0] = connection.createStatement().executeQuery(LATER);
        statement.executeQuery(EARLIER).close();
        read(left[0], 4);
        left[0].close();

        assertThat(row("last_3").rowsSent()).isEqualTo(4);
    }

    @Test
    void next_ofACursorOfAnEarlierResult_countsForTheStatementOfThatResult() throws SQLException {
        ResultSet earlier = statement.executeQuery(EARLIER);
        read(earlier, 1);
        ResultSet cursor = (ResultSet) earlier.getObject(1);
        read(statement.executeQuery(LATER), 2);
        read(cursor, 5);
        assertThat(cursor.next()).isFalse();
        statement.close();

        assertThat(row("earlier").rowsSent()).isEqualTo(1 + 5);
        assertThat(row("last_3").rowsSent()).isEqualTo(2);
    }

    @Test
    void close_ofTheConnectionWithACursorLeftOpen_countsItsRows() throws SQLException {
        ResultSet earlier = statement.executeQuery(EARLIER);
        read(earlier, 1);
        read((ResultSet) earlier.getObject(1), 3);
        connection.close();

        assertThat(row("earlier").rowsSent()).isEqualTo(1 + 3);
    }

    @Test
    void close_ofAnEarlierResult_leavesTheCostOfTheLaterOneToItsLastRow() throws SQLException {
        ResultSet earlier = statement.executeQuery(EARLIER);
        ResultSet later = statement.executeQuery(LATER);
        earlier.close();
        read(later, 4);
        assertThat(later.next()).isFalse();
        later.close();

        assertThat(row("last_3").sumRu()).isEqualTo(3);
    }

    @Test
    void close_ofACursorInARow_leavesTheCostToTheLastRow() throws SQLException {
        ResultSet later = statement.executeQuery(LATER);
        read(later, 1);
        ResultSet cursor = (ResultSet) later.getObject(1);
        read(cursor, 5);
        assertThat(cursor.next()).isFalse();
        cursor.close();
        read(later, 3);
        assertThat(later.next()).isFalse();
        later.close();

        assertThat(row("last_3").sumRu()).isEqualTo(3);
    }
}
