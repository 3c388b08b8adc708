package dev.tollbooth.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.jdbc.Tollbooth;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** Tests the name of the current span as the origin. */
final class SpanOriginIT {

    private static final String BY_ORIGIN =
            "SELECT listagg(coalesce(origin, '-') || ' ' || count_star, ', ') WITHIN GROUP (ORDER BY origin NULLS FIRST)"
                    + " FROM performance_schema.events_statements_summary_by_origin WHERE digest_text LIKE '%range%'";

    @Test
    void execution_withinASpanAndOutsideOfScopes_hasItsName() throws Exception {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:");
        h2.setUser("sa");
        try (SdkTracerProvider sdk = SdkTracerProvider.builder()
                        .addSpanProcessor(SimpleSpanProcessor.create(InMemorySpanExporter.create()))
                        .build();
                Tollbooth tollbooth = Tollbooth.builder()
                        .setting("jmx", "off")
                        .setting("origin", "span")
                        .build();
                Connection connection = tollbooth.wrap(h2).getConnection()) {
            read(connection);
            Span span = sdk.get("test").spanBuilder("GET /songs/{id}").startSpan();
            try (Scope current = span.makeCurrent()) {
                read(connection);
                read(connection);
                tollbooth.withOrigin("mail", () -> read(connection));
            } finally {
                span.end();
            }
            assertThat(origins(tollbooth)).isEqualTo("- 1, GET /songs/{id} 2, mail 1");
        }
    }

    private static void read(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT x FROM system_range(1, 2)");
        }
    }

    private static String origins(Tollbooth of) throws SQLException {
        try (Connection tables = of.connectToTables();
                Statement statement = tables.createStatement();
                ResultSet row = statement.executeQuery(BY_ORIGIN)) {
            assertThat(row.next()).isTrue();
            return row.getString(1);
        }
    }
}
