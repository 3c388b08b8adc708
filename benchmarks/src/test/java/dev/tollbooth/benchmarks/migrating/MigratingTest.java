package dev.tollbooth.benchmarks.migrating;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.druid.pool.DruidDataSource;
import com.alibaba.druid.stat.JdbcSqlStat;
import com.p6spy.engine.logging.P6LogFactory;
import com.p6spy.engine.spy.P6ModuleManager;
import com.p6spy.engine.spy.P6SpyFactory;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.jdbc.TollboothDriver;
import dev.tollbooth.statement.EventKind;
import dev.tollbooth.statement.StatementSnapshot;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.instrumentation.jdbc.datasource.JdbcTelemetry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.Collection;
import java.util.Map;
import java.util.function.ToLongFunction;
import javax.sql.DataSource;
import net.ttddyy.dsproxy.QueryCount;
import net.ttddyy.dsproxy.QueryCountHolder;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/**
 * Tests each pair of configurations in {@code docs/guide/migrating.md}, another tool's before and Tollbooth's after:
 * both count the same, as the page says.
 */
final class MigratingTest {

    @Test
    void p6spy_prefixChanged_countsWhatItsLinesSaid() throws Exception {
        System.setProperty(
                "p6spy.config.modulelist", P6SpyFactory.class.getName() + "," + P6LogFactory.class.getName());
        System.setProperty("p6spy.config.appender", RecordedLines.class.getName());
        System.setProperty("p6spy.config.excludecategories", "info,debug,result,resultset");
        P6ModuleManager.getInstance().reload();
        RecordedLines.CATEGORIES.clear();
        desk("jdbc:p6spy:h2:mem:p6spy-before");
        // a batch of two rows: a line for each row and one for the batch, which alone is an execution
        assertThat(RecordedLines.times("batch")).isEqualTo(2 + 1);
        assertThat(RecordedLines.times("statement") + 1).isEqualTo(OrderDesk.EXECUTIONS);
        assertThat(RecordedLines.times("commit")).isEqualTo(OrderDesk.COMMITS);
        assertThat(RecordedLines.times("rollback")).isEqualTo(OrderDesk.ROLLBACKS);

        desk("jdbc:tollbooth:h2:mem:p6spy-after;tollbooth.name=p6spy-after");
        assertCounted("p6spy-after");
    }

    @Test
    void datasourceProxy_wrapChanged_countsTheSame() throws Exception {
        QueryCountHolder.clear();
        desk(ProxyDataSourceBuilder.create(h2("proxy-before"))
                .name("shop")
                .countQuery()
                .build());
        QueryCount before = QueryCountHolder.get("shop");
        assertThat(before.getTotal()).isEqualTo(OrderDesk.EXECUTIONS);
        assertThat(before.getFailure()).isEqualTo(OrderDesk.ERRORS);

        try (Tollbooth tollbooth =
                Tollbooth.builder().setting("name", "proxy-after").build()) {
            desk(tollbooth.wrap(h2("proxy-after")));
            assertCounted(tollbooth);
        }
    }

    @Test
    void druid_filterGone_countsTheSameInItsPool() throws Exception {
        try (DruidDataSource pool = new DruidDataSource()) {
            pool.setUrl("jdbc:h2:mem:druid-before");
            pool.setFilters("stat");
            pool.setConnectionProperties("druid.stat.mergeSql=true");
            desk(pool);
            Collection<JdbcSqlStat> before =
                    pool.getDataSourceStat().getSqlStatMap().values();
            assertThat(sum(before, JdbcSqlStat::getExecuteCount)).isEqualTo(OrderDesk.EXECUTIONS);
            assertThat(sum(before, JdbcSqlStat::getErrorCount)).isEqualTo(OrderDesk.ERRORS);
            assertThat(sum(before, JdbcSqlStat::getFetchRowCount)).isEqualTo(OrderDesk.ROWS_READ);
            assertThat(pool.getCommitCount()).isEqualTo(OrderDesk.COMMITS);
            assertThat(pool.getRollbackCount()).isEqualTo(OrderDesk.ROLLBACKS);
        }
        try (DruidDataSource pool = new DruidDataSource()) {
            pool.setDriverClassName(TollboothDriver.class.getName());
            pool.setUrl("jdbc:tollbooth:h2:mem:druid-after;tollbooth.name=druid-after");
            desk(pool);
        }
        assertCounted("druid-after");
    }

    /**
     * Tests the current semantic conventions, which the build enables with {@code
     * otel.semconv-stability.opt-in=database}. By the old ones, OpenTelemetry's library has no span for the batch.
     */
    @Test
    void openTelemetry_wrapChanged_countsAsManyAsItHadSpans() throws Exception {
        RecordedSpans spans = new RecordedSpans();
        try (SdkTracerProvider tracers = SdkTracerProvider.builder()
                .addSpanProcessor(SimpleSpanProcessor.create(spans))
                .build()) {
            OpenTelemetrySdk telemetry =
                    OpenTelemetrySdk.builder().setTracerProvider(tracers).build();
            desk(JdbcTelemetry.create(telemetry).wrap(h2("otel-before")));
        }
        assertThat(spans.ended).hasSize((int) OrderDesk.EXECUTIONS);
        assertThat(spans.ended)
                .filteredOn(span -> span.getStatus().getStatusCode() == StatusCode.ERROR)
                .hasSize((int) OrderDesk.ERRORS);

        try (Tollbooth tollbooth =
                Tollbooth.builder().setting("name", "otel-after").build()) {
            desk(tollbooth.wrap(h2("otel-after")));
            assertCounted(tollbooth);
        }
    }

    @Test
    void openTelemetry_aroundTollbooth_bothCountAll() throws Exception {
        RecordedSpans spans = new RecordedSpans();
        try (SdkTracerProvider tracers = SdkTracerProvider.builder()
                        .addSpanProcessor(SimpleSpanProcessor.create(spans))
                        .build();
                Tollbooth tollbooth =
                        Tollbooth.builder().setting("name", "otel-around").build()) {
            OpenTelemetrySdk telemetry =
                    OpenTelemetrySdk.builder().setTracerProvider(tracers).build();
            desk(JdbcTelemetry.create(telemetry).wrap(tollbooth.wrap(h2("otel-around"))));
            assertThat(spans.ended).hasSize((int) OrderDesk.EXECUTIONS);
            assertCounted(tollbooth);
        }
    }

    private static void desk(String url) throws Exception {
        try (Connection connection = DriverManager.getConnection(url)) {
            OrderDesk.run(connection);
        }
    }

    private static void desk(DataSource dataSource) throws Exception {
        try (Connection connection = dataSource.getConnection()) {
            OrderDesk.run(connection);
        }
    }

    private static DataSource h2(String name) {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL("jdbc:h2:mem:" + name);
        return dataSource;
    }

    private static void assertCounted(String name) {
        try (Tollbooth tollbooth = Tollbooth.shared(Map.of("tollbooth.name", name))) {
            assertCounted(tollbooth);
        }
    }

    private static void assertCounted(Tollbooth tollbooth) {
        Collection<StatementSnapshot> after = tollbooth.statements().list();
        assertThat(sum(after, StatementSnapshot::count)).isEqualTo(OrderDesk.EXECUTIONS);
        assertThat(sum(after, StatementSnapshot::errors)).isEqualTo(OrderDesk.ERRORS);
        assertThat(sum(after, StatementSnapshot::rowsSent)).isEqualTo(OrderDesk.ROWS_READ);
        assertThat(tollbooth.statements().event(EventKind.COMMIT).count()).isEqualTo(OrderDesk.COMMITS);
        assertThat(tollbooth.statements().event(EventKind.ROLLBACK).count()).isEqualTo(OrderDesk.ROLLBACKS);
    }

    private static <T> long sum(Collection<T> rows, ToLongFunction<T> figure) {
        return rows.stream().mapToLong(figure).sum();
    }
}
