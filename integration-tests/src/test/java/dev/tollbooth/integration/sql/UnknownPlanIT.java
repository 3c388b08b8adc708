package dev.tollbooth.integration.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.report.ItemInterval;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class UnknownPlanIT {

    private static final long PATIENCE_SECONDS = 120;

    @Test
    @Timeout(2 * PATIENCE_SECONDS)
    void plan_thatNobodyTells_isNullInEachTable() throws Exception {
        try (Tollbooth tollbooth = Tollbooth.builder()
                        .setting("jmx", "off")
                        .setting("samples", "on")
                        .build();
                AutoCloseable consumer = tollbooth.subscribe(report -> {}, ItemInterval.SECONDS_15);
                Connection connection = tollbooth.wrap(database()).getConnection();
                Connection tables = tollbooth.connectToTables();
                Statement executed = connection.createStatement()) {
            assertThat(consumer).isNotNull();
            for (String sql : List.of(
                    "query_sample_plan_digest FROM performance_schema.events_statements_summary_by_digest",
                    "plan_digest FROM performance_schema.top_ru WHERE digest IS NOT NULL")) {
                List<String> plans = new ArrayList<>();
                long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
                while (plans.isEmpty() && System.nanoTime() - end < 0) {
                    executed.execute("select 1");
                    TimeUnit.MILLISECONDS.sleep(200);
                    plans = texts(tables, sql);
                }
                assertThat(plans).as(sql).isNotEmpty().containsOnlyNulls();
            }
        }
    }

    private static DataSource database() {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:unknown-plan");
        return database;
    }

    private static List<String> texts(Connection tables, String sql) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Statement statement = tables.createStatement();
                ResultSet rows = statement.executeQuery("SELECT " + sql)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }
}
