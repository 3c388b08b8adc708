package dev.tollbooth.spring.actuator;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.tollbooth.cli.Golden;
import dev.tollbooth.cli.JsonSchema;
import dev.tollbooth.cli.report.SameRows;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.spring.TollboothAutoConfiguration;
import dev.tollbooth.spring.TollboothInstances;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.http.converter.json.Jackson2ObjectMapperBuilder;

/**
 * Tests the answers of {@code /actuator/tollbooth} about the same statements, line by line, without times of the clock.
 */
class GoldenActuatorTest {

    private static final String TIMES = "\"(lastSeen|firstSeen)\":[^,}]*";

    @TempDir
    private Path directory;

    private final ObjectMapper json = Jackson2ObjectMapperBuilder.json()
            .featuresToDisable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .build();
    private final AnnotationConfigApplicationContext context =
            new AnnotationConfigApplicationContext(TollboothAutoConfiguration.class);
    private final TollboothInstances instances = context.getBean(TollboothInstances.class);
    private final TollboothEndpoint endpoint = new TollboothEndpoint(instances);
    private final Tollbooth tollbooth = instances.shared();
    private final Golden golden = new Golden();

    @BeforeEach
    void count() {
        SameRows.count((StatementTable) tollbooth.statements(), directory);
    }

    @AfterEach
    void close() {
        context.close();
    }

    private void add(String request, Object answer, String unsure) throws Exception {
        String text = json.writeValueAsString(answer);
        golden.add(request, List.of(text.replaceAll(unsure, "\"$1\":0")));
    }

    private void held(String definition, Object answer) throws Exception {
        JsonSchema.assertIs(definition, json.writeValueAsString(answer));
    }

    @Test
    void answers_ofTheInstance_areThoseThatAreRecorded() throws Exception {
        for (String sort : List.of("time", "count", "ru", "rows")) {
            Object answer = endpoint.top(sort, null, null, null);
            held("actuator", answer);
            add("GET ?sort=" + sort, answer, TIMES);
        }
        add("GET ?limit=1", endpoint.top(null, "1", null, "default"), TIMES);
        add("GET ?sort=speed", endpoint.top("speed", null, null, null), TIMES);
        add("GET ?limit=many", endpoint.top(null, "many", null, null), TIMES);
        add("GET ?instance=other", endpoint.top(null, null, null, "other"), TIMES);
        String digest = SameRows.Case.TWO_SOURCES.digest().hex();
        add("GET /DIGEST", endpoint.part(digest.substring(0, 8), null, null), TIMES);
        add("GET /active", endpoint.part("active", null, null), TIMES);
        add("GET /none", endpoint.part("none", null, null), TIMES);
        golden.matches("actuator.txt");
    }

    @Test
    void window_ofTheInstance_hasTheRowsThatAreRecorded() throws Exception {
        StatementWindow window = new StatementWindow(List.of(tollbooth));
        SameRows.count((StatementTable) tollbooth.statements(), directory.resolve("again"));
        Object answer = Map.of("instances", window.top(Figure.TIME, 20));
        held("actuator", answer);
        add("GET ?window=10s", answer, "\"(windowSeconds)\":[^,}]*");
        golden.matches("actuator-window.txt");
    }

    @Test
    void origins_ofTheInstance_haveTheRowsThatAreRecorded() throws Exception {
        tollbooth.statements().reset();
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:actuator");
        try (Connection connection = tollbooth.wrap(h2).getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            tollbooth.withOrigin("GET /cart", () -> repeat(statement));
            connection.commit();
        }
        String unsure = "\"(timeNanos|fetchNanos|ru)\":[^,}]*";
        Object origins = endpoint.part("origins", null, null);
        Object repetitions = endpoint.part("repetitions", "1", null);
        held("origins", origins);
        held("origins", repetitions);
        add("GET /origins", origins, unsure);
        add("GET /repetitions", repetitions, unsure);
        golden.matches("actuator-origins.txt");
    }

    private static void repeat(Statement statement) throws SQLException {
        for (int i = 0; i < 12; i++) {
            statement.executeQuery("select " + i).close();
        }
    }
}
