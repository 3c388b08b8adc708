package dev.tollbooth.integration.tidb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tollbooth.jdbc.Engine;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares Tollbooth's accounts with {@code ru.source=tidb} with the costs that the replacement for TiDB has counted.
 */
final class TidbRuIT {
    private static void read(PreparedStatement statement, int upTo) throws SQLException {
        statement.setInt(1, upTo);
        try (ResultSet rows = statement.executeQuery()) {
            assertThat(TidbClient.texts(rows)).hasSize(upTo);
        }
    }

    private static double told(Accounted tidb) {
        return tidb.server.spent().stream()
                .filter(spent -> spent.sql().contains(" t ") || spent.sql().startsWith("INSERT INTO t"))
                .mapToDouble(TidbServer.Spent::ru)
                .sum();
    }

    @ParameterizedTest
    @EnumSource
    void queriesAndUpdates_costWhatTheServerSays(TidbClient client) throws Exception {
        try (Accounted tidb = new Accounted(client, "", 1)) {
            TidbClient.query(tidb.connection, "SELECT name FROM t WHERE id = 3");
            TidbClient.query(tidb.connection, "SELECT name FROM t WHERE id = 4");
            TidbClient.update(tidb.connection, "UPDATE t SET name = 'q' WHERE id > 6");
            assertThat(tidb.ru("select `name` from `t` where `id` =")).isEqualTo(2 * RuPrice.ofReading(1));
            assertThat(tidb.ru("update `t`")).isEqualTo(RuPrice.ofWriting(4));
            assertThat(tidb.source("update `t`")).isEqualTo("tidb");
            tidb.end();
            assertThat(tidb.records("select `name` from `t` where `id` ="))
                    .allMatch(record -> record.user().equals("app@%"))
                    .allMatch(record -> record.source().equals("tidb"))
                    .anyMatch(record -> !record.planDigest().isNone());
            assertThat(Accounted.ru(tidb.records("update `t`"))).isEqualTo(RuPrice.ofWriting(4));
        }
    }

    @ParameterizedTest
    @EnumSource
    void plans_areOfTheServersSummary_withoutConstants(TidbClient client) throws Exception {
        try (Accounted tidb = new Accounted(client, "", 1)) {
            TidbClient.query(tidb.connection, "SELECT name FROM t WHERE id = 3");
            TidbClient.query(tidb.connection, "SELECT name FROM t WHERE id > 3");
            tidb.end();
            assertThat(tidb.reports.get(0).planMetas())
                    .extracting(meta -> meta.text())
                    .containsExactlyInAnyOrder(
                            "Point_Get root table:t",
                            "TableReader root\\n└─Selection cop[tikv]\\n  └─TableFullScan cop[tikv] table:t"
                                    .replace("\\n", "\n"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void plan_afterTheInterval_isAskedForAgain(TidbClient client) throws Exception {
        Tollbooth often = Engine.askingForPlansOften(Map.of("jmx", "off", "ru.source", "tidb"));
        try (Accounted tidb = new Accounted(client, "", often)) {
            int asked = 0;
            for (int i = 0; i < 10_000 && asked < 2; i++) {
                TidbClient.query(tidb.connection, "SELECT name FROM t WHERE id = 3");
                asked += (int) tidb.server.received().stream()
                        .filter(sql -> sql.contains("statements_summary"))
                        .count();
            }
            assertThat(asked).as("questions for the plan").isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void streamedResult_costsWhatTheServerSaysAtItsLastRowOrClose(TidbClient client) throws Exception {
        try (Accounted tidb = new Accounted(client, "", 1);
                PreparedStatement statement = client.streaming(tidb.connection, "SELECT id FROM t WHERE id <= ?")) {
            tidb.questions();
            statement.setInt(1, 6);
            try (ResultSet rows = statement.executeQuery()) {
                assertThat(rows.next()).isTrue();
                assertThat(tidb.questions()).isZero();
                while (rows.next()) {
                    assertThat(rows.getInt(1)).isPositive();
                }
                assertThat(tidb.questions()).isEqualTo(1);
            }
            assertThat(tidb.ru("select `id` from `t`")).isEqualTo(RuPrice.ofReading(6));
            statement.setInt(1, 5);
            try (ResultSet rows = statement.executeQuery()) {
                assertThat(rows.next()).isTrue();
            }
            assertThat(tidb.ru("select `id` from `t`")).isEqualTo(RuPrice.ofReading(6) + RuPrice.ofReading(5));
            assertThat(tidb.questions()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void bufferedResult_readBetweenOtherStatements_keepsItsOwnCost(TidbClient client) throws Exception {
        try (Accounted tidb = new Accounted(client, "", 1);
                Statement outer = tidb.connection.createStatement();
                ResultSet rows = outer.executeQuery("SELECT id FROM t WHERE id > 5")) {
            while (rows.next()) {
                TidbClient.query(tidb.connection, "SELECT name FROM t WHERE id = " + rows.getInt(1));
            }
            assertThat(tidb.ru("select `id` from `t`")).isEqualTo(RuPrice.ofReading(5));
            assertThat(tidb.ru("select `name` from `t`")).isEqualTo(5 * RuPrice.ofReading(1));
        }
    }

    @ParameterizedTest
    @EnumSource
    void preparedOnTheServer_andByCursor_costWhatTheServerSays(TidbClient client) throws Exception {
        try (Accounted tidb = new Accounted(client, "&useServerPrepStmts=true&useCursorFetch=true", 1);
                PreparedStatement statement = tidb.connection.prepareStatement("SELECT id FROM t WHERE id <= ?")) {
            read(statement, 3);
            statement.setFetchSize(2);
            read(statement, 7);
            assertThat(tidb.ru("select `id` from `t`")).isEqualTo(RuPrice.ofReading(3) + RuPrice.ofReading(7));
        }
    }

    @ParameterizedTest
    @EnumSource
    void batch_rewrittenOrNot_costsWhatIsKnownOfIt(TidbClient client) throws Exception {
        for (boolean rewritten : List.of(true, false)) {
            try (Accounted tidb = new Accounted(client, "&rewriteBatchedStatements=" + rewritten, 1);
                    PreparedStatement insert = tidb.connection.prepareStatement("INSERT INTO t VALUES (?, ?)");
                    PreparedStatement update = tidb.connection.prepareStatement("UPDATE t SET name = ? WHERE id = ?")) {
                for (int i = 100; i < 105; i++) {
                    insert.setInt(1, i);
                    insert.setString(2, "b");
                    insert.addBatch();
                    update.setString(1, "u");
                    update.setInt(2, i);
                    update.addBatch();
                }
                tidb.questions();
                tidb.server.spent();
                assertThat(insert.executeBatch()).hasSize(5);
                double cost = told(tidb);
                assertThat(cost).isEqualTo(rewritten ? RuPrice.ofWriting(5) : 5 * RuPrice.ofWriting(1));
                assertThat(tidb.ru("insert into `t`")).isCloseTo(cost, within(1e-9));
                assertThat(tidb.source("insert into `t`")).isEqualTo(rewritten ? "tidb" : "tidb-sampled");
                assertThat(tidb.questions()).isEqualTo(1);
                update.executeBatch();
                assertThat(tidb.ru("update `t`")).isCloseTo(5 * RuPrice.ofWriting(1), within(1e-9));
                assertThat(tidb.source("update `t`")).isEqualTo("tidb-sampled");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void explicitTransaction_itsWritesAreUnknownAndNotAskedFor(TidbClient client) throws Exception {
        try (Accounted tidb = new Accounted(client, "", 1)) {
            tidb.connection.setAutoCommit(false);
            tidb.questions();
            TidbClient.update(tidb.connection, "UPDATE t SET name = 'y' WHERE id > 5");
            assertThat(tidb.questions()).isZero();
            TidbClient.query(tidb.connection, "SELECT id FROM t");
            tidb.connection.commit();
            tidb.connection.setAutoCommit(true);
            TidbClient.update(tidb.connection, "BEGIN");
            TidbClient.update(tidb.connection, "DELETE FROM t WHERE id = 1");
            TidbClient.update(tidb.connection, "COMMIT");
            TidbClient.update(tidb.connection, "INSERT INTO t VALUES (77, 'after')");
            assertThat(tidb.ru("update `t`")).isNull();
            assertThat(tidb.ru("delete from `t`")).isNull();
            assertThat(tidb.ru("select `id` from `t`")).isEqualTo(RuPrice.ofReading(10));
            assertThat(tidb.ru("insert into `t`")).isEqualTo(RuPrice.ofWriting(1));
            tidb.end();
            assertThat(tidb.records("update `t`"))
                    .isNotEmpty()
                    .flatExtracting(RuRecord::items)
                    .allMatch(RuItem::isUnknown)
                    .allMatch(item -> item.unknownCount() == 1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void silentKindsAndErrors_areUnknownAndNotAskedFor(TidbClient client) throws Exception {
        try (Accounted tidb = new Accounted(client, "&allowMultiQueries=true", 1);
                Statement statement = tidb.connection.createStatement()) {
            TidbClient.query(tidb.connection, "SELECT id FROM t");
            tidb.questions();
            for (String silent : List.of(
                    "SET @x = 1",
                    "USE shop",
                    "CREATE TABLE u (id INT)",
                    "EXPLAIN SELECT 1",
                    "SELECT SQL_CALC_FOUND_ROWS name FROM t LIMIT 2",
                    "SHOW WARNINGS",
                    "SELECT 1; SELECT 2")) {
                statement.execute(silent);
            }
            assertThatThrownBy(() -> statement.executeQuery("SELECT * FROM nowhere"))
                    .isInstanceOf(SQLException.class);
            assertThat(tidb.questions()).isZero();
            for (String part :
                    List.of("set ", "use ", "create", "explain", "sql_calc", "show", "? ; select", "nowhere")) {
                assertThat(tidb.ru(part)).as(part).isNull();
            }
            assertThat(tidb.ru("select `id` from `t`")).isEqualTo(RuPrice.ofReading(10));
        }
    }

    @ParameterizedTest
    @EnumSource
    void resourceControlOff_isOffAndNotZero(TidbClient client) throws Exception {
        try (Accounted tidb = new Accounted(client, "", 1)) {
            tidb.server.setResourceControl(false);
            for (int i = 0; i < 5; i++) {
                TidbClient.query(tidb.connection, "SELECT id FROM t");
            }
            assertThat(tidb.server.received())
                    .filteredOn(sql -> sql.contains("@@tidb"))
                    .containsExactly("SELECT @@tidb_last_query_info", "SELECT @@tidb_enable_resource_control");
            assertThat(tidb.ru("select `id` from `t`")).isNull();
            tidb.end();
            assertThat(tidb.row("select `id` from `t`").count()).isEqualTo(5);
            assertThat(tidb.records("select `id` from `t`")).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void versionWithoutConsumption_isUnknownAndAskedOnce(TidbClient client) throws Exception {
        try (Accounted tidb = new Accounted(client, "", 1)) {
            tidb.server.setModel(TidbModel.NONE);
            for (int i = 0; i < 5; i++) {
                TidbClient.query(tidb.connection, "SELECT id FROM t");
            }
            assertThat(tidb.questions()).isEqualTo(1);
            assertThat(tidb.ru("select `id` from `t`")).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource
    void secondModel_isASourceOfItsOwn_andSoIsEachSideOfAHandover(TidbClient client) throws Exception {
        try (Accounted tidb = new Accounted(client, "", 1)) {
            tidb.server.setModel(TidbModel.V1_OF_TWO);
            TidbClient.query(tidb.connection, "SELECT name FROM t WHERE id = 3");
            tidb.server.setModel(TidbModel.V2);
            TidbClient.query(tidb.connection, "SELECT id FROM t");
            TidbClient.query(tidb.connection, "SELECT name FROM t WHERE id = 4");
            TidbClient.update(tidb.connection, "UPDATE t SET name = 'q' WHERE id > 6");
            tidb.server.setModel(TidbModel.V1_OF_TWO);
            TidbClient.update(tidb.connection, "DELETE FROM t WHERE id = 10");
            tidb.end();
            assertThat(tidb.records("select `id` from"))
                    .singleElement()
                    .satisfies(record -> assertThat(record.source()).isEqualTo("tidb-v2"));
            assertThat(Accounted.ru(tidb.records("select `id` from")))
                    .isEqualTo(RuPrice.V2_OF_V1 * RuPrice.ofReading(10));
            assertThat(Accounted.ru(tidb.records("update `t`"))).isEqualTo(RuPrice.V2_OF_V1 * RuPrice.ofWriting(4));
            assertThat(tidb.records("delete from `t`"))
                    .allMatch(record -> record.source().equals("tidb"));
            assertThat(tidb.records("select `name` from"))
                    .extracting(record -> record.source() + " " + Accounted.ru(List.of(record)))
                    .containsExactlyInAnyOrder(
                            "tidb " + RuPrice.ofReading(1), "tidb-v2 " + RuPrice.V2_OF_V1 * RuPrice.ofReading(1));
        }
    }

    /**
     * Each execution and its cost are in one record: the source is known when it is counted, and not only when its rows
     * are read. The plan of the first one is not, so that execution is in the record without plan, with its cost.
     */
    @ParameterizedTest
    @EnumSource
    void streamedResult_ofTheSecondModel_isCountedWhereItsCostIs(TidbClient client) throws Exception {
        for (double share : new double[] {0.5, 1}) {
            try (Accounted tidb = new Accounted(client, "", share)) {
                tidb.server.setModel(TidbModel.V2);
                TidbClient.query(tidb.connection, "SELECT name FROM t WHERE id = 3");
                TidbClient.query(tidb.connection, "SELECT name FROM t WHERE id = 3");
                try (PreparedStatement statement =
                        client.streaming(tidb.connection, "SELECT id FROM t WHERE id <= ?")) {
                    read(statement, 6);
                    read(statement, 6);
                }
                tidb.end();
                List<RuRecord> records = tidb.records("select `id` from");
                assertThat(records).allMatch(row -> row.source().equals(share == 1 ? "tidb-v2" : "tidb-v2-sampled"));
                List<RuItem> items =
                        records.stream().flatMap(row -> row.items().stream()).toList();
                assertThat(items).allMatch(item -> item.unknownCount() == 0 && item.execCount() > 0);
                assertThat(items.stream().mapToLong(RuItem::execCount).sum()).isEqualTo(2);
                if (share == 1) {
                    double each = RuPrice.V2_OF_V1 * RuPrice.ofReading(6);
                    assertThat(items).allMatch(item -> item.ru() == each * item.execCount());
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void sampled_asksForAShareOfEachStatementAndScales(TidbClient client) throws Exception {
        try (Accounted tidb = new Accounted(client, "", 0.25)) {
            tidb.questions();
            for (int i = 0; i < 100; i++) {
                TidbClient.query(tidb.connection, "SELECT id FROM t");
                TidbClient.query(tidb.connection, "SELECT name FROM t WHERE id = 5");
            }
            assertThat(tidb.questions()).isBetween(48L, 52L);
            assertThat(tidb.ru("select `id` from `t`")).isCloseTo(100 * RuPrice.ofReading(10), within(36.0));
            assertThat(tidb.ru("select `name` from `t`")).isCloseTo(100 * RuPrice.ofReading(1), within(9.0));
            assertThat(tidb.source("select `id` from `t`")).isEqualTo("tidb-sampled");
            assertThat(tidb.row("select `id` from `t`").count()).isEqualTo(100);
        }
    }

    @ParameterizedTest
    @EnumSource
    void tenStatements_areShownWithRuSourceAndPlan(TidbClient client) throws Exception {
        try (Accounted tidb = new Accounted(client, "&rewriteBatchedStatements=true", 1)) {
            TidbClient.query(tidb.connection, "SELECT name FROM t WHERE id = 3");
            TidbClient.query(tidb.connection, "SELECT name FROM t WHERE id > 3");
            TidbClient.query(tidb.connection, "SHOW VARIABLES LIKE 'x'");
            TidbClient.update(tidb.connection, "INSERT INTO t VALUES (20, 'n')");
            try (PreparedStatement insert = tidb.connection.prepareStatement("INSERT INTO keyed (name) VALUES (?)")) {
                for (int i = 0; i < 5; i++) {
                    insert.setString(1, "n");
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            TidbClient.update(tidb.connection, "UPDATE t SET name = 'm' WHERE id > 8");
            TidbClient.update(tidb.connection, "DELETE FROM t WHERE id = 20");
            TidbClient.query(tidb.connection, "EXPLAIN SELECT name FROM t");
            tidb.connection.setAutoCommit(false);
            TidbClient.update(tidb.connection, "UPDATE keyed SET name = 'w'");
            tidb.connection.commit();
            TidbClient.query(tidb.connection, "SELECT SQL_CALC_FOUND_ROWS id FROM t LIMIT 2");
            tidb.end();
            List<String> table = tidb.table();
            System.out.println(client + "\n" + String.join("\n", table));
            assertThat(table)
                    .containsExactlyInAnyOrder(
                            "select `name` from `t` where `id` = ? | 0.75 | tidb | Point_Get",
                            "select `name` from `t` where `id` > ? | 2.25 | tidb | TableReader",
                            "show variables like ? | 0.125 | tidb | none",
                            "insert into `t` values ( ... ) | 3.5 | tidb | none",
                            "insert into `keyed` ( `name` ) values ( ? ) | 9.5 | tidb | none",
                            "update `t` set `name` = ? where `id` > ? | 6.5 | tidb | TableReader",
                            "delete from `t` where `id` = ? | 3.5 | tidb | Point_Get",
                            "explain select `name` from `t` | unknown | tidb | none",
                            "update `keyed` set `name` = ? | unknown | tidb | none",
                            "select sql_calc_found_rows `id` from `t` limit ? | unknown | tidb | none");
        }
    }

    @ParameterizedTest
    @EnumSource
    void autoSource_asksNothing(TidbClient client) throws IOException, SQLException {
        try (TidbServer server = new TidbServer()) {
            try (var plain = client.connect(server, "")) {
                TidbClient.fill(plain);
            }
            server.received();
            try (var tollbooth = Tollbooth.builder().setting("jmx", "off").build();
                    var connection =
                            tollbooth.wrap(client.dataSource(server, "")).getConnection()) {
                TidbClient.query(connection, "SELECT id FROM t");
            }
            assertThat(server.received()).noneMatch(sql -> sql.contains("tidb") || sql.contains("CURRENT_USER"));
        }
    }

    /** The stand-in says that it is 8.5.0, which does not merge literals with a character set, as 8.5.3 does. */
    @ParameterizedTest
    @EnumSource
    void digest_ofServersVersion_isByItsRules(TidbClient client) throws Exception {
        try (Accounted tidb = new Accounted(client, "", 1);
                Statement statement = tidb.connection.createStatement()) {
            try {
                statement
                        .executeQuery("SELECT id FROM t WHERE name IN (_utf8'a', _utf8'b')")
                        .close();
            } catch (SQLException e) {
                // the stand-in's H2 does not know them; it counts all the same
                assertThat(e.getMessage()).isNotNull();
            }
            assertThat(tidb.row("_charset").digestText())
                    .isEqualTo("select `id` from `t` where `name` in ( (_charset) ? , (_charset) ? )");
        }
    }
}
