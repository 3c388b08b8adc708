package dev.tollbooth.integration.ru;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.statement.RuTerm;
import java.io.StringReader;
import java.io.StringWriter;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/** Tests {@code ru.source=postgres}: each execution's cost and plan from the notices of auto_explain. */
@ExtendWith(DatabasesExtension.class)
final class PostgresRuIT {

    private static final String BYTES = "bytes of blocks touched";

    private static Accounts accounts(Database database, Databases databases, String... settings) throws Exception {
        Endpoint endpoint = databases.empty(database, "ru");
        try (Connection connection = endpoint.connectDirectly();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE items (id INT PRIMARY KEY, name TEXT, pad TEXT)");
            statement.execute("INSERT INTO items SELECT g, 'n' || g, repeat('x', 200) FROM generate_series(1, 5000) g");
            statement.execute("CREATE TABLE twice (id INT, pad TEXT)");
            statement.execute("INSERT INTO twice SELECT g, repeat('x', 200) FROM generate_series(1, 10000) g");
            statement.execute("CREATE TABLE once (id INT, pad TEXT)");
            statement.execute("INSERT INTO once SELECT g, repeat('x', 200) FROM generate_series(1, 5000) g");
            statement.execute("CREATE FUNCTION named(wanted INT) RETURNS TEXT LANGUAGE plpgsql AS "
                    + "$$ BEGIN RAISE NOTICE 'looking'; RETURN (SELECT name FROM items WHERE id = wanted); END $$");
            statement.execute("VACUUM ANALYZE");
        }
        return new Accounts(endpoint, settings);
    }

    private static void read(PreparedStatement query, Object... parameters) throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            query.setObject(i + 1, parameters[i]);
        }
        try (ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                rows.getString(1);
            }
        }
    }

    private static void read(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            read(query, parameters);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL_14", "POSTGRESQL_18"})
    void statements_ofTenKinds_haveRuSourceAndPlan(Database database, Databases databases) throws Exception {
        String[][] statements = {
            {"SELECT name FROM items WHERE id = 7", "`name` from `items` where `id` = ?", "Index Scan using items_pkey"
            },
            {"SELECT count(*) FROM once", "count ( ? ) from `once`", "Seq Scan on once"},
            {"SELECT count(*) FROM twice", "from `twice`", "Seq Scan on twice"},
            {"SELECT * FROM items i JOIN once o USING (id) WHERE o.id < 50", "join `once`", "on once"},
            {"SELECT pad, count(*) FROM items GROUP BY pad", "group by", "Aggregate"},
            {"SELECT named(9)", "select `named`", "Result"},
            {"INSERT INTO items VALUES (9001, 'a', 'b')", "insert into `items`", "Insert on items"},
            {"UPDATE items SET name = 'z' WHERE id = 3", "update `items`", "Update on items"},
            {"DELETE FROM items WHERE id = 4", "delete from `items`", "Delete on items"},
            {
                "WITH gone AS (DELETE FROM once WHERE id = 1 RETURNING id) SELECT * FROM gone",
                "with `gone`",
                "Delete on once"
            }
        };
        Accounts accounts = accounts(database, databases, "ru.source", "postgres");
        try (accounts;
                Connection connection = accounts.connect();
                Statement statement = connection.createStatement()) {
            for (String[] each : statements) {
                statement.execute(each[0]);
            }
        }
        for (String[] each : statements) {
            assertThat(accounts.source(each[1])).isEqualTo("postgres");
            assertThat(accounts.plans(each[1])).as(each[0]).hasSize(1);
            assertThat(accounts.plans(each[1]).get(0)).contains(each[2]);
            boolean writes =
                    each[2].startsWith("Insert") || each[2].startsWith("Update") || each[2].startsWith("Delete");
            assertThat(accounts.ru(each[1])).isGreaterThan(writes ? 1.7 : 0.475);
            assertThat(accounts.explain(each[1]).stream()
                            .mapToDouble(RuTerm::ru)
                            .sum())
                    .isCloseTo(accounts.ru(each[1]), within(1e-9));
            System.out.printf(
                    Locale.ROOT,
                    "%s | %s | %.3f RU | %s | %s%n",
                    database,
                    each[0],
                    accounts.ru(each[1]),
                    accounts.source(each[1]),
                    accounts.plans(each[1]).get(0).strip().replace("\n", " /"));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL_14", "POSTGRESQL_18"})
    void seqScan_ofATableTwiceAsLarge_isTwiceTheRu_andAnIndexLookupConstant(Database database, Databases databases)
            throws Exception {
        try (Accounts accounts = accounts(
                        // of blocks alone: time differs from run to run
                        database, databases, "ru.source", "postgres", "ru.model", "millis-per-ru:999999999999");
                Connection connection = accounts.connect()) {
            read(connection, "SELECT count(*) FROM once");
            read(connection, "SELECT count(*) FROM twice");
            read(connection, "SELECT pad FROM items WHERE id = ?", 5);
            double first = accounts.ru("`pad` from `items`");
            read(connection, "SELECT pad FROM items WHERE id = ?", 4990);
            assertThat(accounts.ru("from `twice`") / accounts.ru("from `once`")).isBetween(1.9, 2.0);
            assertThat(accounts.term("from `twice`", BYTES) / accounts.term("from `once`", BYTES))
                    .isBetween(1.95, 2.05);
            assertThat(accounts.ru("`pad` from `items`")).isCloseTo(2 * first, within(1e-6));
            System.out.printf(
                    Locale.ROOT,
                    "%s: seq scan %.3f RU, of twice the rows %.3f RU, index lookup %.3f RU%n",
                    database,
                    accounts.ru("from `once`"),
                    accounts.ru("from `twice`"),
                    first);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL_14", "POSTGRESQL_18"})
    void transaction_noticesOfQueriesComeLate_andAreCreditedToTheirStatements(Database database, Databases databases)
            throws Exception {
        Accounts accounts = accounts(database, databases, "ru.source", "postgres");
        try (accounts;
                Connection connection = accounts.connect();
                PreparedStatement lookup = connection.prepareStatement("SELECT name FROM items WHERE id = ?");
                PreparedStatement cursor = connection.prepareStatement("SELECT id, pad FROM items ORDER BY id");
                PreparedStatement update = connection.prepareStatement("UPDATE items SET name = ? WHERE id = ?")) {
            connection.setAutoCommit(false);
            read(lookup, 5);
            cursor.setFetchSize(100);
            try (ResultSet rows = cursor.executeQuery()) {
                for (int i = 0; i < 250; i++) {
                    rows.next();
                    read(lookup, i);
                }
            }
            update.setString(1, "late");
            update.setInt(2, 6);
            update.executeUpdate();
            assertThat(Accounts.messages(update.getWarnings())).isEmpty();
            read(connection, "SELECT count(*) FROM once");
            connection.commit();
            assertThat((Object) connection.getWarnings()).isNull();
            read(connection, "SELECT count(*) FROM twice");
            connection.rollback();
            assertThat((Object) connection.getWarnings()).isNull();
        }
        assertThat(accounts.term("`name` from `items`", "statements that read")).isEqualTo(251);
        assertThat(accounts.term("order by `id`", "statements that read")).isEqualTo(1);
        assertThat(accounts.term("order by `id`", BYTES)).isBetween(3 * 8192.0, 200 * 8192.0);
        assertThat(accounts.term("update `items`", "statements that write")).isEqualTo(1);
        assertThat(accounts.term("from `once`", "statements that read")).isEqualTo(1);
        assertThat(accounts.term("from `twice`", "statements that read")).isEqualTo(1);
        assertThat(accounts.records("`name` from `items`"))
                .flatMap(record -> record.items())
                .noneMatch(RuItem::isUnknown);
    }

    /**
     * Tests that a cost which the server reports with the next statement, in another scope, counts for the origin of
     * its own execution.
     */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL_14", "POSTGRESQL_18"})
    void transaction_noticesThatComeLate_areOfTheOriginOfTheirExecution(Database database, Databases databases)
            throws Exception {
        Accounts accounts = accounts(database, databases, "ru.source", "postgres");
        String sql = "SELECT sum(length(pad)) FROM items WHERE id <= ?";
        try (accounts;
                Connection connection = accounts.connect();
                PreparedStatement query = connection.prepareStatement(sql)) {
            connection.setAutoCommit(false);
            for (int i = 0; i < 5; i++) {
                accounts.withOrigin("dear", () -> read(query, 5000));
                accounts.withOrigin("cheap", () -> read(query, 1));
                read(query, 2500);
            }
            accounts.withOrigin("dear", () -> read(query, 5000));
            connection.commit();
        }
        double all = accounts.ru("from `items`");
        Map<String, Double> byOrigin = accounts.ruByOrigin("from `items`");
        assertThat(byOrigin).containsOnlyKeys("dear", "cheap", "");
        assertThat(byOrigin.values().stream().mapToDouble(ru -> ru).sum()).isCloseTo(all, within(all * 1e-9));
        double cheap = byOrigin.getOrDefault("cheap", 0.0);
        double dear = byOrigin.getOrDefault("dear", 0.0);
        assertThat(cheap).isPositive();
        assertThat(dear / 6).isGreaterThan(3 * cheap / 5);
        assertThat(byOrigin.getOrDefault("", 0.0) / 5).isBetween(cheap / 5, dear / 6);
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL_14", "POSTGRESQL_18"})
    void batchesFunctionsKeysAndStringsOfSeveral_areSummed(Database database, Databases databases) throws Exception {
        try (Accounts accounts = accounts(database, databases, "ru.source", "postgres");
                Connection connection = accounts.connect();
                Statement statement = connection.createStatement();
                PreparedStatement update = connection.prepareStatement("UPDATE items SET name = ? WHERE id = ?");
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO once VALUES (?, ?)", Statement.RETURN_GENERATED_KEYS);
                CallableStatement call = connection.prepareCall("{? = call named(?)}")) {
            for (int i = 1; i <= 1_000; i++) {
                update.setString(1, "b");
                update.setInt(2, i);
                update.addBatch();
            }
            update.executeBatch();
            assertThat((Object) update.getWarnings()).isNull();
            assertThat(accounts.term("update `items`", "statements that write")).isEqualTo(1_000);
            connection.setAutoCommit(false);
            insert.setInt(1, 1);
            insert.setString(2, "k");
            insert.executeUpdate();
            call.registerOutParameter(1, Types.VARCHAR);
            call.setInt(2, 7);
            call.execute();
            assertThat(Accounts.messages(call.getWarnings())).containsExactly("looking");
            connection.commit();
            connection.setAutoCommit(true);
            assertThat(accounts.term("insert into `once`", "statements that write"))
                    .isEqualTo(1);
            assertThat(accounts.term("call `named`", "statements that read")).isEqualTo(1);
            statement.execute("SELECT 1; UPDATE once SET pad = 'y' WHERE id = 7; SELECT 2");
            assertThat(accounts.term("; update `once`", "statements that read")).isEqualTo(2);
            assertThat(accounts.term("; update `once`", "statements that write"))
                    .isEqualTo(1);
            statement.execute("PREPARE prepared AS SELECT name FROM items WHERE id = 3");
            statement.execute("EXECUTE prepared");
            assertThat(accounts.term("execute `prepared`", "statements that read"))
                    .isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL_14", "POSTGRESQL_18"})
    void errorsCopyAndCommands_areUnknownAndCostNothingOfOthers(Database database, Databases databases)
            throws Exception {
        Accounts accounts = accounts(database, databases, "ru.source", "postgres");
        try (accounts;
                Connection connection = accounts.connect();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.executeQuery("SELECT id / 0 AS failing FROM items"))
                    .isInstanceOf(SQLException.class);
            execute(connection, "SET search_path = public");
            execute(connection, "CREATE TABLE made (id INT)");
            CopyManager copy = connection.unwrap(PGConnection.class).getCopyAPI();
            StringWriter out = new StringWriter();
            copy.copyOut("COPY (SELECT id FROM items WHERE id < 4 ORDER BY id) TO STDOUT", out);
            assertThat(out).hasToString("1\n2\n3\n");
            assertThat(copy.copyIn("COPY made FROM STDIN", new StringReader("1\n2\n")))
                    .isEqualTo(2);
            assertThat((Object) connection.getWarnings()).isNull();
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> statement.executeQuery("SELECT id / 0 AS failing FROM items"))
                    .isInstanceOf(SQLException.class);
            connection.rollback();
            connection.getMetaData().getTables(null, null, "items", null).close(); // the driver asks the catalog
            read(connection, "SELECT name FROM items WHERE id = ?", 5);
            connection.commit();
            assertThat((Object) connection.getWarnings()).isNull();
        }
        DropCount unmatched = accounts.dropped(DropReason.RU_UNMATCHED);
        assertThat(unmatched.times()).as("of COPY and of the catalog").isGreaterThanOrEqualTo(2);
        assertThat(unmatched.ru()).isGreaterThan(2 * 0.475);
        for (String part : new String[] {"`failing`", "set `search_path`", "create table `made`"}) {
            assertThat(accounts.row(part).sumRu()).as(part).isNull();
        }
        assertThat(accounts.term("`name` from `items`", "statements that read")).isEqualTo(1);
        assertThat(accounts.term("`name` from `items`", BYTES)).isEqualTo(3 * 8192);
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL_14", "POSTGRESQL_18"})
    void sampled_isScaledAndMarked(Database database, Databases databases) throws Exception {
        try (Accounts accounts = accounts(database, databases, "ru.source", "postgres", "ru.sample", "0.1");
                Connection connection = accounts.connect();
                PreparedStatement lookup = connection.prepareStatement("SELECT name FROM items WHERE id = ?")) {
            for (int i = 0; i < 3_000; i++) {
                read(lookup, i);
            }
            assertThat(accounts.source("`name` from `items`")).isEqualTo("postgres-sampled");
            // 300 of 3,000 are explained, give or take 16: seven times that
            assertThat(accounts.term("`name` from `items`", "statements that read"))
                    .isBetween(1_850.0, 4_150.0);
        }
    }
}
