package dev.tollbooth.internal.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.statement.ErrorClass;
import dev.tollbooth.statement.Sha256;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class SlowStatementsTest {

    private static final long SECOND = 1_000_000_000L;

    private final Logger logger = Logger.getLogger("dev.tollbooth.slow");
    private final List<String> lines = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            lines.add(line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    private static final Sha256 PLAN = Sha256.ofText("scan t");

    private long now = 5;
    private final SlowStatements slow = new SlowStatements(2_000_000, () -> now);
    private final TextDigest digest = TextDigest.ofNormalized("select ?", "SELECT");

    @BeforeEach
    void listen() {
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
    }

    private ExecutionEvent execution(long nanos, long rows) {
        return new ExecutionEvent(digest, PLAN, "app", "shop", "GET /orders/{id}", nanos, rows, 1.25, ErrorClass.NONE);
    }

    @Test
    void ended_atTheThreshold_isOneLineWithoutLiterals() {
        slow.ended(execution(1_999_999, 0));
        assertThat(lines).isEmpty();
        slow.ended(execution(2_000_000, 7));
        assertThat(lines)
                .containsExactly("slow statement: digest=" + digest.hex()
                        + ", planDigest=" + PLAN.hex()
                        + ", summary=SELECT, ms=2, rowsAffected=7, user=app, schema=shop,"
                        + " origin=GET /orders/{id}, ru=1.250, text=select ?");
    }

    @Test
    void ended_withAnError_namesItsClass() {
        slow.ended(new ExecutionEvent(digest, Sha256.NONE, "", "", null, SECOND, 0, Double.NaN, ErrorClass.CONSTRAINT));
        assertThat(lines.get(0))
                .contains(", planDigest=-, summary=")
                .endsWith(", ms=1000, rowsAffected=0, user=, schema=, error=CONSTRAINT, text=select ?");
    }

    @Test
    void ended_withRowsThatTheDriverDoesNotSay_hasADash() {
        slow.ended(execution(2_000_000, ~3));
        assertThat(lines.get(0)).contains(", ms=2, rowsAffected=-, user=app");
    }

    @Test
    void fetched_atTheThreshold_saysWhatWasRead() {
        slow.fetched(digest, Sha256.NONE, 1_999_999, 9, "app", "shop");
        assertThat(lines).isEmpty();
        slow.fetched(digest, Sha256.NONE, 3_000_000, 9, "app", "shop");
        assertThat(lines)
                .containsExactly("slow fetch: digest=" + digest.hex()
                        + ", planDigest=-, summary=SELECT, ms=3, rowsRead=9, user=app, schema=shop, text=select ?");
    }

    @Test
    void ended_withALongText_hasItsFirst200Characters() {
        String text = "x".repeat(199) + "\uD83D\uDE00y";
        TextDigest longer = TextDigest.ofNormalized(text, "SELECT");
        slow.fetched(longer, Sha256.NONE, SECOND, 0, "", "");
        assertThat(lines.get(0)).endsWith(", text=" + "x".repeat(199) + "...");
        slow.fetched(TextDigest.ofNormalized("y".repeat(200), "SELECT"), Sha256.NONE, SECOND, 0, "", "");
        assertThat(lines.get(1)).endsWith(", text=" + "y".repeat(200));
    }

    @Test
    void ended_moreThanTenInASecond_leavesLinesOutAndSaysHowMany() {
        for (int i = 0; i < 35; i++) {
            slow.ended(execution(SECOND, 0));
        }
        assertThat(lines).hasSize(10);
        now += SECOND;
        slow.ended(execution(SECOND, 0));
        slow.ended(execution(SECOND, 0));
        assertThat(lines).hasSize(12);
        assertThat(lines.get(10)).contains(", left out before=25, text=");
        assertThat(lines.get(11)).doesNotContain("left out");
    }

    @Test
    void slowThreshold_ofASetting_logsStatementsOfARealDatabase() throws SQLException {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:");
        try (Tollbooth tollbooth = Tollbooth.builder()
                .setting("slow.threshold", "1ms")
                .setting("jmx", "off")
                .build()) {
            DataSource dataSource = tollbooth.wrap(h2);
            try (Connection connection = dataSource.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE ALIAS pause FOR 'java.lang.Thread.sleep(long)'");
                lines.clear();
                statement.execute("CALL 'secret'");
                statement.execute("CALL pause(1 + 4)");
                statement.setFetchSize(1);
                try (ResultSet rows = statement.executeQuery("SELECT x, pause(2) FROM system_range(1, 9)")) {
                    while (rows.next()) {
                        rows.getLong(1);
                    }
                }
            }
        }
        String line = lines.stream()
                .filter(each -> each.contains("=CALL pause"))
                .findFirst()
                .orElseThrow();
        assertThat(line)
                .startsWith("slow statement: digest=")
                .contains(", summary=CALL pause, ms=")
                .containsPattern(", schema=PUBLIC, ru=[1-9][0-9]*\\.[0-9]{3}, text=call pause [(] [?] [+] [?] [)]$")
                .doesNotContain("secret", "1 + 4");
    }
}
