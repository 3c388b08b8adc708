package dev.tollbooth.integration.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.integration.workload.Route;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.statement.EventKind;
import dev.tollbooth.statement.EventSnapshot;
import dev.tollbooth.statement.Statements;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that commit, rollback and connect have rows of their own, outside of the statements' sums. */
@ExtendWith(DatabasesExtension.class)
final class EventsIT {
    private final Statements table = Tollbooth.shared().statements();

    @ParameterizedTest
    @EnumSource(Database.class)
    void transaction_ofThreeCommitsAndARollback_isCountedOutsideTheStatements(Database database, Databases databases)
            throws Exception {
        Endpoint endpoint = databases.empty(database, "events");
        Map<EventKind, Long> before = counts();
        try (Connection connection = Route.TOLLBOOTH.connect(endpoint);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (id INT)");
            Tally statementsBefore = Tally.of(table);
            connection.setAutoCommit(false);
            for (int i = 0; i < 3; i++) {
                statement.executeUpdate("INSERT INTO t VALUES (" + i + ")");
                connection.commit();
            }
            connection.rollback();
            assertThat(Tally.of(table).minus(statementsBefore)).isEqualTo(new Tally(3, 0, 0, 3));
        }
        assertThat(since(before, EventKind.CONNECT)).isEqualTo(1);
        assertThat(since(before, EventKind.COMMIT)).isEqualTo(3);
        assertThat(since(before, EventKind.ROLLBACK)).isEqualTo(1);
        EventSnapshot commits = table.event(EventKind.COMMIT);
        assertThat(commits.minNanos()).isPositive().isLessThanOrEqualTo(commits.maxNanos());
    }

    @ParameterizedTest
    @EnumSource(
            value = Database.class,
            names = {"POSTGRESQL_18", "MARIADB"})
    void connect_toMissingDatabase_isCountedAsError(Database database, Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(database, "events");
        String url = Route.TOLLBOOTH.url(endpoint).replace("/events", "/no_such_database");
        EventSnapshot before = table.event(EventKind.CONNECT);
        assertThatThrownBy(() -> DriverManager.getConnection(url, endpoint.user(), endpoint.password()))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("no_such_database");
        EventSnapshot after = table.event(EventKind.CONNECT);
        assertThat(after.errors() - before.errors()).isEqualTo(1);
        assertThat(after.count() - before.count()).isEqualTo(1);
    }

    private Map<EventKind, Long> counts() {
        Map<EventKind, Long> counts = new EnumMap<>(EventKind.class);
        for (EventKind kind : EventKind.values()) {
            counts.put(kind, table.event(kind).count());
        }
        return counts;
    }

    private long since(Map<EventKind, Long> before, EventKind kind) {
        return table.event(kind).count() - before.get(kind);
    }
}
