package dev.tollbooth.internal.sql;

import static dev.tollbooth.internal.sql.Accounts.query;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.internal.report.SampleReports;
import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.Sha256;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TopRuTest {

    private static final long START = 1_767_225_600L;

    private Accounts accounts;
    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        accounts = new Accounts(10);
        connection = accounts.database.connect();
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
        accounts.close();
    }

    private static RuRecord record(String user, Sha256 sql, RecordScope scope, RuItem... items) {
        return new RuRecord(scope, "H2/shop", "estimate", user, sql, Sha256.NONE, List.of(items));
    }

    @Test
    void topRu_windowsHeld_showsEachItemAndWhatIsNotKnownAsNull() throws SQLException {
        Sha256 digest = SampleReports.digest(1);
        accounts.windows.texts.put(digest, "select ?");
        accounts.windows.close(new Window(
                START,
                START + 60,
                15,
                List.of(
                        record(
                                "anna",
                                digest,
                                RecordScope.STATEMENT,
                                new RuItem(START, 2.5, 3, 4_000, 1, 0),
                                new RuItem(START + 15, 1.5, 1, 1_000, 0, 0)),
                        record("bert", digest, RecordScope.STATEMENT, new RuItem(START, 0, 2, 7, 1, 1)),
                        record("bert", Sha256.NONE, RecordScope.USER_OTHERS, new RuItem(START, 9, 9, 9, 0, 0))),
                List.of()));
        assertThat(query(
                        connection,
                        "SELECT user_name, scope, digest_text, CAST(item_start AT TIME ZONE 'UTC' AS VARCHAR),"
                                + " item_seconds, sum_ru, exec_count, sum_exec_wait, unknown_count, off_count"
                                + " FROM performance_schema.top_ru ORDER BY user_name, scope, item_start"))
                .containsExactly(
                        "anna|statement|select ?|2026-01-01 00:00:00+00|15|2.5|3|4000000|1|0",
                        "anna|statement|select ?|2026-01-01 00:00:15+00|15|1.5|1|1000000|0|0",
                        "bert|statement|select ?|2026-01-01 00:00:00+00|15|null|2|7000|1|1",
                        "bert|user_others|null|2026-01-01 00:00:00+00|15|9.0|9|9000|0|0");
        assertThat(query(
                        connection,
                        "SELECT user_name, CAST(SUM(sum_ru) AS INTEGER) FROM performance_schema.top_ru WHERE digest = ?"
                                + " GROUP BY user_name ORDER BY 1",
                        digest.hex()))
                .containsExactly("anna|4", "bert|null");
        assertThat(query(connection, "SELECT DISTINCT ru_source, keyspace FROM performance_schema.top_ru"))
                .containsExactly("estimate|H2/shop");
    }

    @Test
    void topRu_byUser_keepsTheEmptyUserApartFromNobody() throws SQLException {
        accounts.windows.close(new Window(
                START,
                START + 60,
                60,
                List.of(
                        record("", SampleReports.digest(1), RecordScope.STATEMENT, new RuItem(START, 2, 1, 1, 0, 0)),
                        record("", Sha256.NONE, RecordScope.USER_OTHERS, new RuItem(START, 3, 1, 1, 0, 0)),
                        record("", Sha256.NONE, RecordScope.GLOBAL_OTHERS, new RuItem(START, 40, 1, 1, 0, 0))),
                List.of()));
        assertThat(query(
                        connection,
                        "SELECT user_name, CAST(sum(sum_ru) AS INTEGER) FROM performance_schema.top_ru GROUP BY user_name"
                                + " ORDER BY user_name NULLS LAST"))
                .containsExactly("|5", "null|40");
    }

    @Test
    void topRuByOrigin_windowsHeld_showsWhatOriginsHaveOfEachItem() throws SQLException {
        Map<String, RuItem> origins = new LinkedHashMap<>();
        origins.put("GET /orders", new RuItem(START, 2, 2, 3_000, 0, 0));
        origins.put("", new RuItem(START, 0, 1, 1_000, 1, 0));
        RuItem item = new RuItem(START, 2, 3, 4_000, 1, 0, origins);
        RuRecord row = record("anna", SampleReports.digest(1), RecordScope.STATEMENT, item);
        accounts.windows.close(new Window(START, START + 60, 15, List.of(row), List.of()));
        assertThat(query(
                        connection,
                        "SELECT user_name, origin, sum_ru, exec_count, sum_exec_wait, unknown_count"
                                + " FROM performance_schema.top_ru_by_origin ORDER BY exec_count DESC"))
                .containsExactly("anna|GET /orders|2.0|2|3000000|0", "anna|null|null|1|1000000|1");
        assertThat(query(connection, "SELECT count(*), sum(exec_count) FROM performance_schema.top_ru"))
                .containsExactly("1|3");
    }

    private static RuRecord planned(String user, String source, Sha256 plan, RuItem... items) {
        return new RuRecord(
                RecordScope.STATEMENT, "H2/shop", source, user, SampleReports.digest(1), plan, List.of(items));
    }

    @Test
    void summaryByPlan_twoPlansOfOneDigest_areTwoRowsWithWhatAllUsersSpent() throws SQLException {
        Sha256 scan = Sha256.ofText("scan t");
        Sha256 index = Sha256.ofText("index t");
        accounts.windows.texts.put(SampleReports.digest(1), "select ?");
        accounts.windows.texts.put(scan, "scan t");
        accounts.windows.close(new Window(
                START,
                START + 60,
                15,
                List.of(
                        planned("anna", "tidb", scan, new RuItem(START, 2.5, 3, 4_000, 0, 0)),
                        planned("bert", "tidb", scan, new RuItem(START + 30, 1.5, 1, 8_000, 0, 0)),
                        planned("bert", "tidb", index, new RuItem(START, 0.5, 2, 6, 0, 0)),
                        planned("bert", "warning", index, new RuItem(START, 0, 1, 5, 1, 0)),
                        record("bert", Sha256.NONE, RecordScope.USER_OTHERS, new RuItem(START, 9, 9, 9, 0, 0))),
                List.of()));
        accounts.windows.close(new Window(
                START + 60,
                START + 120,
                60,
                List.of(planned("anna", "tidb", Sha256.NONE, new RuItem(START + 60, 1, 0, 7, 0, 0))),
                List.of()));
        String statement = "H2/shop|" + SampleReports.digest(1).hex() + "|";
        assertThat(query(
                        connection,
                        "SELECT keyspace, digest, plan_digest, digest_text, plan_text, count_star, sum_timer_wait,"
                                + " avg_timer_wait, sum_ru, ru_source, CAST(first_seen AT TIME ZONE 'UTC' AS VARCHAR),"
                                + " CAST(last_seen AT TIME ZONE 'UTC' AS VARCHAR)"
                                + " FROM performance_schema.events_statements_summary_by_plan"))
                .containsExactly(
                        statement + scan.hex() + "|select ?|scan t|4|12000000|3000000|4.0|tidb"
                                + "|2026-01-01 00:00:00+00|2026-01-01 00:00:45+00",
                        statement + index.hex() + "|select ?|null|2|6000|3000|0.5|tidb"
                                + "|2026-01-01 00:00:00+00|2026-01-01 00:00:15+00",
                        statement + index.hex() + "|select ?|null|1|5000|5000|null|warning"
                                + "|2026-01-01 00:00:00+00|2026-01-01 00:00:15+00",
                        statement + "null|select ?|null|0|7000|null|1.0|tidb"
                                + "|2026-01-01 00:01:00+00|2026-01-01 00:02:00+00");
    }

    @Test
    void topRu_columns_areThoseThatTheReadmeNames() throws SQLException {
        assertThat(query(
                        connection,
                        "SELECT column_name FROM information_schema.columns WHERE table_name = 'top_ru'"
                                + " ORDER BY ordinal_position"))
                .containsExactly(
                        "item_start",
                        "item_seconds",
                        "user_name",
                        "ru_source",
                        "keyspace",
                        "scope",
                        "digest",
                        "plan_digest",
                        "digest_text",
                        "sum_ru",
                        "exec_count",
                        "sum_exec_wait",
                        "unknown_count",
                        "off_count");
    }

    @Test
    void topRu_truncated_isRefused() {
        assertThatThrownBy(() -> Accounts.execute(connection, "TRUNCATE TABLE performance_schema.top_ru"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("Cannot truncate");
    }
}
