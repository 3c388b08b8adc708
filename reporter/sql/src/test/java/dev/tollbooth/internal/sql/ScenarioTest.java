package dev.tollbooth.internal.sql;

import static dev.tollbooth.internal.sql.Accounts.MICROS;
import static dev.tollbooth.internal.sql.Accounts.execute;
import static dev.tollbooth.internal.sql.Accounts.query;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.control.NameLimit;
import dev.tollbooth.internal.table.StatementStats;
import dev.tollbooth.statement.Sha256;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the scenarios with figures of WL#5384 in SQL. */
class ScenarioTest {

    private static final String SUMMARY = "performance_schema.events_statements_summary_by_digest";
    private static final String BY_DIGEST = "performance_schema.events_statements_histogram_by_digest";
    private static final String GLOBAL = "performance_schema.events_statements_histogram_global";
    private static final String EVENTS = "performance_schema.events_statements_summary_global_by_event_name";

    private Accounts accounts;
    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        reopen(100);
    }

    private void reopen(int size) throws SQLException {
        close();
        accounts = new Accounts(size);
        connection = accounts.database.connect();
    }

    @AfterEach
    void close() throws SQLException {
        if (accounts != null) {
            accounts.close();
        }
    }

    private void assertFigures(String table, String rowsUsedSum) throws SQLException {
        assertThat(query(
                        connection,
                        "SELECT count(*), count(NULLIF(count_bucket, 0)), coalesce(sum(count_bucket), 0) FROM "
                                + table))
                .as(table)
                .containsExactly(rowsUsedSum);
    }

    @Test
    void fresh_nothingExecuted_onlyTheGlobalHistogramHasRows() throws SQLException {
        assertThat(query(connection, "SELECT * FROM " + SUMMARY)).isEmpty();
        assertThat(query(connection, "SELECT * FROM " + BY_DIGEST)).isEmpty();
        assertFigures(GLOBAL, "450|0|0");
    }

    @Test
    void executions_ofTwoDigests_addUpInAllTables() throws SQLException {
        accounts.execute("shop", "select ?", 15 * MICROS);
        assertFigures(BY_DIGEST, "450|1|1");
        assertFigures(GLOBAL, "450|1|1");
        accounts.execute("shop", "select ?", 15 * MICROS);
        accounts.execute("shop", "select ?", 15 * MICROS);
        assertFigures(BY_DIGEST, "450|1|3");
        accounts.execute("shop", "select ? , ?", 1_000 * MICROS);
        assertFigures(BY_DIGEST, "900|2|4");
        assertFigures(GLOBAL, "450|2|4");
        accounts.execute("shop", "select ? , ?", 1_000 * MICROS);
        assertThat(query(
                        connection,
                        "SELECT digest_text, sum(count_bucket), max(count_bucket_and_lower), max(bucket_quantile)"
                                + " FROM " + SUMMARY + " JOIN " + BY_DIGEST + " USING (schema_name, digest)"
                                + " GROUP BY digest_text ORDER BY digest_text"))
                .containsExactly("select ?|3|3|1.0", "select ? , ?|2|2|1.0");
        assertFigures(GLOBAL, "450|2|5");
    }

    @Test
    void histogram_ofOneExecution_hasTheBoundsOfTheServer() throws SQLException {
        accounts.execute("shop", "select ?", 11 * MICROS);
        assertThat(query(
                        connection,
                        "SELECT bucket_number, bucket_timer_low, bucket_timer_high, count_bucket,"
                                + " count_bucket_and_lower, bucket_quantile FROM " + BY_DIGEST
                                + " WHERE count_bucket > 0 OR bucket_number IN (0, 449) ORDER BY bucket_number"))
                .containsExactly(
                        "0|0|10000000|0|0|0.0",
                        "3|10964781|11481536|1|1|1.0",
                        "449|9120108393559408|18446744073709551615|0|1|1.0");
        assertThat(query(
                        connection, "SELECT quantile_50, quantile_999, sum_timer_wait, max_timer_wait FROM " + SUMMARY))
                .containsExactly("11481536|11481536|11000000|11000000");
    }

    @Test
    void truncate_ofEachTable_emptiesWhatTheServerEmpties() throws SQLException {
        for (int i = 0; i < 3; i++) {
            accounts.execute("shop", "select ?", 15 * MICROS);
        }
        accounts.execute("shop", "select ? , ?", 1_000 * MICROS);
        accounts.execute("shop", "select ? , ?", 1_000 * MICROS);

        execute(connection, "TRUNCATE TABLE " + BY_DIGEST);
        assertFigures(BY_DIGEST, "900|0|0");
        assertFigures(GLOBAL, "450|2|5");
        assertThat(query(
                        connection,
                        "SELECT digest_text, count_star, quantile_95, quantile_99, quantile_999 FROM " + SUMMARY
                                + " ORDER BY count_star DESC"))
                .containsExactly("select ?|3|null|null|null", "select ? , ?|2|null|null|null");

        execute(connection, "TRUNCATE TABLE " + GLOBAL);
        assertFigures(GLOBAL, "450|0|0");
        assertThat(query(connection, "SELECT count_star FROM " + EVENTS + " WHERE event_name = 'statement/jdbc'"))
                .containsExactly("5");

        execute(connection, "TRUNCATE TABLE " + SUMMARY);
        assertThat(query(connection, "SELECT * FROM " + SUMMARY)).isEmpty();
        assertFigures(BY_DIGEST, "0|0|0");

        accounts.execute("shop", "select ?", 15 * MICROS);
        execute(connection, "TRUNCATE TABLE " + EVENTS);
        assertThat(query(connection, "SELECT event_name, count_star FROM " + EVENTS + " ORDER BY event_name"))
                .containsExactly(
                        "connection/connect|0", "statement/jdbc|0", "transaction/commit|0", "transaction/rollback|0");
        assertFigures(GLOBAL, "450|0|0");
    }

    @Test
    void fullTable_aThirdDigest_isCountedInTheRowWithoutDigest() throws SQLException {
        reopen(2);
        accounts.execute("shop", "one", 15 * MICROS);
        accounts.execute("shop", "two", 15 * MICROS);
        accounts.execute("shop", "three", 15 * MICROS);
        accounts.execute(null, "one", 15 * MICROS);
        assertThat(query(
                        connection,
                        "SELECT schema_name, digest_text, count_star FROM " + SUMMARY
                                + " ORDER BY digest_text NULLS LAST"))
                .containsExactly("shop|one|1", "shop|two|1", "null|null|2");
        assertThat(query(
                        connection,
                        "SELECT count(*), sum(count_bucket) FROM " + BY_DIGEST
                                + " WHERE schema_name IS NULL AND digest IS NULL"))
                .containsExactly("450|2");
        assertThat(accounts.statements.lost()).isEqualTo(2);

        execute(connection, "TRUNCATE TABLE " + SUMMARY);
        assertThat(query(connection, "SELECT * FROM " + BY_DIGEST)).isEmpty();
        for (String text : new String[] {"one", "two", "three"}) {
            accounts.execute("shop", text, 15 * MICROS);
        }
        assertThat(query(connection, "SELECT count_star FROM " + SUMMARY + " WHERE digest IS NULL"))
                .containsExactly("1");
    }

    /** Tests that unknown figures are NULL, never 0. */
    @Test
    void summary_ofOneExecution_showsAllOfItsRow() throws SQLException {
        StatementStats row = accounts.statements.schema("shop").statement(Accounts.digest("update t"));
        row.add(15 * MICROS, 2_000_000_000L, 7, 2, 0);
        row.addRead(5, 3 * MICROS, 0, 0);
        accounts.statements.lock().lock();
        try {
            row.addPerTransaction(4);
        } finally {
            accounts.statements.lock().unlock();
        }
        execute(connection, "SET TIME ZONE 'UTC'");
        String known = "SELECT count_star, sum_timer_wait, min_timer_wait, avg_timer_wait, max_timer_wait, sum_errors,"
                + " sum_warnings, sum_rows_affected, sum_rows_sent, first_seen, last_seen, sum_fetch_wait,"
                + " max_per_transaction FROM " + SUMMARY;
        assertThat(query(connection, known))
                .containsExactly("1|15000000|15000000|15000000|15000000|0|2|7|5|2026-01-01 00:00:02+00"
                        + "|2026-01-01 00:00:02+00|3000000|4");
        String other = "SELECT query_sample_text, query_sample_seen, query_sample_timer_wait, sum_ru, ru_source,"
                + " sum_client_bytes, max_client_bytes, client_bytes_sampled, query_sample_plan_digest FROM " + SUMMARY;
        assertThat(query(connection, other)).containsExactly("null|null|null|null|null|null|null|null|null");
        accounts.statements.sample(row, "update t -- 42", Sha256.NONE, 15 * MICROS, 2_000_000_000L);
        row.addRequestUnits(1.5, "estimate");
        row.addClientBytes(99, 1, 99);
        assertThat(query(connection, other))
                .containsExactly("update t -- 42|2026-01-01 00:00:02+00|15000000|1.5|estimate|99|99|0|null");
        Sha256 plan = Sha256.ofText("scan t");
        accounts.statements.sample(row, "update t -- 43", plan, 16 * MICROS, 2_000_000_000L);
        assertThat(query(connection, "SELECT query_sample_text, query_sample_plan_digest FROM " + SUMMARY))
                .containsExactly("update t -- 43|" + plan.hex());
    }

    @Test
    void rowsAffected_whereNoExecutionSaid_areNull() throws SQLException {
        StatementStats row = accounts.statements.schema("shop").statement(Accounts.digest("update t"));
        row.add(15 * MICROS, 0, -1, 0, 0);
        String columns = "SELECT sum_rows_affected, rows_unknown FROM ";
        String event =
                "performance_schema.events_statements_summary_global_by_event_name WHERE event_name = 'statement/jdbc'";
        assertThat(query(connection, columns + SUMMARY)).containsExactly("null|1");
        assertThat(query(connection, columns + event)).containsExactly("null|1");
        row.add(15 * MICROS, 0, 7, 0, 0);
        assertThat(query(connection, columns + SUMMARY)).containsExactly("7|1");
        assertThat(query(connection, columns + event)).containsExactly("7|1");
    }

    @Test
    void schemas_whoseLongNamesBeginAlike_areTwoRows() throws SQLException {
        String begin = "s".repeat(1_000);
        accounts.execute(begin + "1", "select ?", MICROS);
        accounts.execute(begin + "2", "select ?", MICROS);
        assertThat(query(connection, "SELECT schema_name FROM " + SUMMARY))
                .containsExactlyInAnyOrder(NameLimit.cut(begin + "1"), NameLimit.cut(begin + "2"));
    }

    @Test
    void columns_ofEachTable_areThoseOfTheSpecification() throws SQLException {
        assertThat(columns("events_statements_histogram_by_digest"))
                .isEqualTo("schema_name character varying(64), digest character varying(64), bucket_number integer,"
                        + " bucket_timer_low numeric(20), bucket_timer_high numeric(20), count_bucket bigint,"
                        + " count_bucket_and_lower bigint, bucket_quantile double precision");
        assertThat(columns("events_statements_histogram_global"))
                .isEqualTo("bucket_number integer, bucket_timer_low numeric(20), bucket_timer_high numeric(20),"
                        + " count_bucket bigint, count_bucket_and_lower bigint, bucket_quantile double precision");
        assertThat(names("events_statements_summary_by_digest"))
                .isEqualTo("schema_name, digest, digest_text, count_star, sum_timer_wait, min_timer_wait,"
                        + " avg_timer_wait, max_timer_wait, sum_errors, sum_warnings, sum_rows_affected,"
                        + " sum_rows_sent, first_seen, last_seen, quantile_95, quantile_99, quantile_999,"
                        + " query_sample_text, query_sample_seen, query_sample_timer_wait, sum_ru, ru_source,"
                        + " sum_fetch_wait, quantile_50, sum_client_bytes, max_client_bytes, max_per_transaction,"
                        + " client_bytes_sampled, query_sample_plan_digest, rows_unknown");
        assertThat(names("events_statements_summary_global_by_event_name"))
                .isEqualTo("event_name, count_star, sum_timer_wait, min_timer_wait, avg_timer_wait, max_timer_wait,"
                        + " sum_errors, sum_rows_affected, sum_rows_sent, rows_unknown");
        assertThat(names("active_statements"))
                .isEqualTo("id, user_name, digest, digest_text, timer_wait, ru_so_far, client_bytes, origin");
    }

    private String names(String table) throws SQLException {
        return columns(table).replaceAll("(\\w+) [^,]*", "$1");
    }

    private String columns(String table) throws SQLException {
        return String.join(
                ", ",
                query(
                        connection,
                        "SELECT column_name || ' ' || data_type || CASE data_type WHEN 'character varying' THEN"
                                + " '(' || character_maximum_length || ')' WHEN 'numeric' THEN"
                                + " '(' || numeric_precision || ')' ELSE '' END FROM information_schema.columns"
                                + " WHERE table_schema = 'performance_schema' AND table_name = ?"
                                + " ORDER BY ordinal_position",
                        table));
    }
}
