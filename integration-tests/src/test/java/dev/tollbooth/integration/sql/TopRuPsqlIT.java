package dev.tollbooth.integration.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.grpc.DrivenReports;
import dev.tollbooth.integration.process.FreePort;
import dev.tollbooth.internal.provider.SqlTables;
import dev.tollbooth.internal.report.WindowSource;
import dev.tollbooth.internal.sql.H2TablesProvider;
import dev.tollbooth.internal.topru.HashedTexts;
import dev.tollbooth.report.ItemInterval;
import org.junit.jupiter.api.Test;

/** Tests the windows of the last hour as a DBA reads them. */
final class TopRuPsqlIT {

    private static final String ROWS = "SELECT count(*) AS items, count(DISTINCT user_name) AS users,"
            + " CAST(sum(sum_ru) AS INTEGER) AS ru, sum(exec_count) AS executions, sum(sum_exec_wait) AS ps"
            + " FROM performance_schema.top_ru";
    private static final String TEXTS = "SELECT digest_text, item_seconds, ru_source, keyspace, scope,"
            + " count(*) FROM performance_schema.top_ru GROUP BY 1, 2, 3, 4, 5 ORDER BY 1";
    private static final String TIMES =
            "SELECT DISTINCT extract(EPOCH FROM item_start) AS start FROM performance_schema.top_ru ORDER BY 1";

    @Test
    void topRu_twoWindows_addsUpInPsql() throws Exception {
        Psql.assumeInstalled();
        int port = FreePort.find();
        try (DrivenReports reports = new DrivenReports();
                AutoCloseable subscription = reports.reporter.subscribe("test", report -> {}, ItemInterval.SECONDS_30);
                SqlTables tables = new H2TablesProvider()
                        .open(
                                reports.statements,
                                reports.sessions,
                                new WindowSource.OfTopRu(reports.topRu, HashedTexts.ofPlans()))) {
            assertThat(subscription).isNotNull();
            tables.addUser(Monitored.READER, Monitored.PASSWORD, false);
            tables.listen(port);
            Psql psql = new Psql(port, Monitored.READER, Monitored.PASSWORD, "performance_schema");
            assertThat(figures(psql.run(ROWS))).contains("\n0 | 0 | | |");
            reports.report(3, 2);
            reports.report(3, 2);
            assertThat(figures(psql.run(ROWS))).contains("\n12 | 3 | 30 | 12 | 12000000000\n");
            assertThat(figures(psql.run(TEXTS)))
                    .contains(
                            "\nselect 0 | 30 | estimate | H2/shop | statement | 6\n",
                            "\nselect 1 | 30 | estimate | H2/shop | statement | 6\n");
            assertThat(figures(psql.run(TIMES))).contains("\n0\n60\n");
            assertThat(psql.run("TRUNCATE TABLE performance_schema.top_ru")).contains("ERROR");
        }
    }

    private static String figures(String output) {
        return output.replaceAll("[ ]+", " ").replaceAll("(?m)^ | $", "");
    }
}
