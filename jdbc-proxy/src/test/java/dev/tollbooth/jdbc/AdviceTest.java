package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.statement.Advice;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.Test;

/** Tests the advice of an instance, from its statements to its outputs. */
class AdviceTest {

    private static Tollbooth tollbooth(String name, String muted) {
        return Tollbooth.builder()
                .setting("name", name)
                .setting("advice.mute", muted)
                .build();
    }

    private static void loop(Tollbooth tollbooth) throws SQLException {
        Properties properties = new Properties();
        properties.putAll(tollbooth.connectionProperties());
        try (Connection connection = DriverManager.getConnection("jdbc:tollbooth:h2:mem:", properties)) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("create table item (id int)");
            }
            connection.setAutoCommit(false);
            try (PreparedStatement parents = connection.prepareStatement("select count(*) from item");
                    PreparedStatement select = connection.prepareStatement("select id from item where id = ?")) {
                parents.executeQuery().close();
                for (int i = 0; i < 200; i++) {
                    select.setInt(1, i);
                    select.executeQuery().close();
                }
            }
            connection.commit();
        }
    }

    @Test
    void advice_ofSelectsInALoop_namesTheStatementItsOriginAndTheOneBefore() throws Exception {
        try (Tollbooth tollbooth = tollbooth("advised", "")) {
            tollbooth.withOrigin("GET /items", () -> loop(tollbooth));
            List<Advice> found = tollbooth.advice().stream()
                    .filter(each -> each.kind().equals("n-plus-one"))
                    .toList();
            assertThat(found).hasSize(1);
            Advice advice = found.get(0);
            assertThat(advice.about()).isEqualTo("select item");
            assertThat(advice.origin()).isEqualTo("GET /items");
            assertThat(advice.savedRoundTrips()).isEqualTo(199);
            assertThat(advice.why()).endsWith("in 1 transactions or scopes, after select item");
            assertThat(advice.evidence()).containsEntry("repeated", 200L);
            TabularData table = (TabularData) ManagementFactory.getPlatformMBeanServer()
                    .getAttribute(new ObjectName("dev.tollbooth:type=Advice,instance=advised"), "Advice");
            CompositeData row = table.get(new Object[] {"n-plus-one", advice.schema(), advice.digest()});
            assertThat(row.get("savedRoundTrips")).isEqualTo(199L);
            assertThat(row.get("evidence")).asString().contains("repeated=200");
            tollbooth.statements().reset();
            assertThat(tollbooth.advice()).isEmpty();
        }
    }

    @Test
    void mute_ofAKind_leavesItOut() throws Exception {
        try (Tollbooth tollbooth = tollbooth("muted", "n-plus-one,row-by-row:01234567")) {
            loop(tollbooth);
            assertThat(tollbooth.advice()).noneMatch(each -> each.kind().equals("n-plus-one"));
        }
        assertThatThrownBy(() -> tollbooth("unknown", "n-plus-two").close())
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("advice.mute");
    }

    @Test
    void evidence_isNotChangedByItsMaker() {
        Map<String, Number> evidence = new HashMap<>(Map.of("count", 1L));
        Advice advice = new Advice("k", null, null, "a", null, "w", evidence, 0, 0, null, 0, "r", "sure");
        evidence.clear();
        assertThat(advice.evidence()).containsEntry("count", 1L);
    }
}
