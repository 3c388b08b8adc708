package dev.tollbooth.integration.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.report.ItemInterval;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.management.ObjectName;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests users' names and quoted identifiers with any characters: logs and texts for people escape them, and data keeps
 * them.
 */
final class TextFromOutsideIT {

    private static final Set<Integer> UNPRINTABLE = Set.of(
            (int) Character.CONTROL,
            (int) Character.FORMAT,
            (int) Character.LINE_SEPARATOR,
            (int) Character.PARAGRAPH_SEPARATOR,
            (int) Character.SURROGATE);

    private static final String BEGIN = "u\nwarning: forged\r\u001b[2j\u0007\u009b2k\u202e\u2028\ud83d";
    private static final String SHOWN = "u\\u000awarning: forged\\u000d\\u001b[2j\\u0007\\u009b2k\\u202e\\u2028\\ud83d";
    /** The text without the half of a pair, which UTF-8 can't encode. */
    private static final String KEPT = BEGIN.replace('\ud83d', '\ufffd');

    /** A text of the greatest length of a column's name in H2. */
    private static final String TEXT = (BEGIN + all()).substring(0, 200);

    private final Logger logger = Logger.getLogger("dev.tollbooth");
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            log.add(line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    private static String all() {
        StringBuilder all = new StringBuilder(".");
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            if (UNPRINTABLE.contains(Character.getType(c)) && Character.getType(c) != Character.SURROGATE) {
                all.appendCodePoint(c);
            }
        }
        return all.toString();
    }

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

    private static void assertPrintable(String text) {
        assertThat(text.codePoints()
                        .filter(c -> c != '\n' && UNPRINTABLE.contains(Character.getType(c)))
                        .mapToObj(Integer::toHexString))
                .isEmpty();
        assertThat(text.lines()).noneMatch(line -> line.startsWith("warning: forged"));
    }

    /** Returns an H2 database in a mode that accepts client info. */
    private static JdbcDataSource h2() {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:;MODE=DB2");
        h2.setUser("sa");
        return h2;
    }

    private static void pause(Statement statement) throws SQLException {
        statement.executeQuery("SELECT pause(5) AS \"" + TEXT + "\"").close();
    }

    private static Object call(String type, String operation, String... arguments) throws Exception {
        String[] signature = new String[arguments.length];
        Arrays.fill(signature, String.class.getName());
        return ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("dev.tollbooth:type=" + type + ",instance=outside"),
                        operation,
                        arguments,
                        signature);
    }

    @Test
    void namesOfUsersAndColumns_inEveryTextOfAnInstance_actOnNothing() throws Exception {
        List<String> users = new CopyOnWriteArrayList<>();
        try (Tollbooth tollbooth = Tollbooth.builder()
                .setting("name", "outside")
                .setting("slow.threshold", "1ms")
                .build()) {
            tollbooth.subscribe(
                    report -> report.window().ruRecords().forEach(record -> users.add(record.user())),
                    ItemInterval.SECONDS_15);
            try (Connection connection = tollbooth.wrap(h2()).getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE ALIAS pause FOR 'java.lang.Thread.sleep(long)'");
                log.clear();
                tollbooth.asUser(TEXT, () -> pause(statement));
                connection.setClientInfo("ClientUser", TEXT + "2");
                pause(statement);
            }
            assertThat(log).hasSize(2).allSatisfy(line -> {
                assertPrintable(line);
                assertThat(line.lines()).hasSize(1);
                assertThat(line).startsWith("slow statement: ").contains(", user=" + SHOWN);
            });
            assertPrintable((String) call("Statements", "prometheus"));
            for (String picture : List.of("text", "collapsed", "svg")) {
                assertPrintable((String) call("Memory", picture));
            }
            String digest = tollbooth.statements().list().stream()
                    .filter(row -> row.count() == 2)
                    .map(row -> String.valueOf(row.digestHex()))
                    .findFirst()
                    .orElseThrow();
            assertThat((String) call("Statements", "text", digest)).contains(KEPT);
            try (Connection tables = tollbooth.connectToTables();
                    Statement query = tables.createStatement();
                    ResultSet row = query.executeQuery(
                            "SELECT digest_text FROM performance_schema.events_statements_summary_by_digest"
                                    + " WHERE digest = '" + digest + "'")) {
                assertThat(row.next()).isTrue();
                assertThat(row.getString(1)).contains(KEPT);
            }
        }
        assertThat(users).contains(TEXT, TEXT + "2");
    }

    @Test
    void value_thatNoSettingTakes_isNamedPrintably() {
        assertThatThrownBy(
                        () -> Tollbooth.builder().setting("digests.size", BEGIN).build())
                .message()
                .contains("tollbooth.digests.size=" + SHOWN)
                .satisfies(TextFromOutsideIT::assertPrintable);
    }
}
