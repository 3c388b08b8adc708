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
import java.util.Map;
import java.util.TreeMap;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** The current span's name as origin. */
final class SpanOriginIT {

    private static final String BY_ORIGIN = "SELECT coalesce(origin, '-'), count_star"
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
            assertThat(origins(tollbooth)).isEqualTo(Map.of("-", 1L, "GET /songs/{id}", 2L, "mail", 1L));
        }
    }

    private static void read(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT x FROM system_range(1, 2)");
        }
    }

    private static Map<String, Long> origins(Tollbooth of) throws SQLException {
        Map<String, Long> result = new TreeMap<>();
        try (Connection tables = of.connectToTables();
                Statement statement = tables.createStatement();
                ResultSet rows = statement.executeQuery(BY_ORIGIN)) {
            while (rows.next()) {
                result.put(rows.getString(1), rows.getLong(2));
            }
        }
        return result;
    }
}
