package dev.tollbooth.cli.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tollbooth.jdbc.Tollbooth;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.management.ObjectName;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What {@code attach --watch} shows, of an instance of this JVM. */
class StatementWatchTest {

    private static final long SECOND = 1_000_000_000L;

    private final RunningJvm jvm = RunningJvm.self();
    private Tollbooth tollbooth;
    private Connection connection;
    private ObjectName bean;

    @BeforeEach
    void open() throws Exception {
        tollbooth = Tollbooth.builder().setting("name", "watched").build();
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:watched");
        connection = tollbooth.wrap(h2).getConnection();
        execute(100, "select 1");
        bean = new ObjectName("dev.tollbooth:type=Statements,instance=watched");
        for (int i = 0; i < 1_000 && jvm.instances().isEmpty(); i++) {
            Thread.sleep(10); // MBeans follow a second later
        }
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
        tollbooth.close();
    }

    private void execute(int times, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (int i = 0; i < times; i++) {
                statement.execute(sql);
            }
        }
    }

    @Test
    void read_afterExecutions_tellsThoseOfTheIntervalAlone() throws Exception {
        StatementWatch watch = StatementWatch.begin(jvm, bean, "count", 20, 0);
        execute(6, "select 1");
        execute(10, "select x from system_range(1, 5)");
        AttachedInterval interval = watch.read(2 * SECOND);
        assertThat(interval.rows()).extracting(StatementInterval::count).containsExactly(10.0, 6.0);
        StatementInterval known = interval.rows().get(1);
        assertThat(known.latencies().total()).isEqualTo(6);
        assertThat(known.ru()).isNotNull().isPositive();
        assertThat(interval.rows().get(0).latencies().total()).isEqualTo(10); // of a statement that is new
        assertThat(interval.share(known)).isCloseTo(6 / 16.0, within(1e-9));
        List<String> lines = new IntervalText(interval, Integer.MAX_VALUE).lines();
        assertThat(lines.get(0))
                .matches("instance watched, last 2[.]00 s, by count: 8[.]00 calls/s, load 0[.]\\d\\d, [\\d.]+ RU/s,"
                        + " 0[.]00 errors/s");
        assertThat(lines.get(1))
                .matches("digest +calls/s +share +time/s +RU/s +mean +P50 +P95 +P99 +P999 +max +errors/s +rows/s"
                        + " +allocated/s +statement");
        assertThat(lines.get(2)).matches("[0-9a-f]{8} +5[.]00 +62[.]5 % .*`system_range` .*");
        assertThat(lines.get(3)).matches("[0-9a-f]{8} +3[.]00 +37[.]5 % .* select [?]");

        assertThat(new IntervalText(watch.read(3 * SECOND), 110).lines())
                .endsWith("no execution has ended")
                .hasSize(2);
    }

    @Test
    void read_afterAReset_tellsWhatCameBehindIt() throws Exception {
        StatementWatch watch = StatementWatch.begin(jvm, bean, "p99", 1, 0);
        jvm.call(bean, "reset");
        execute(3, "select 1");
        execute(1, "select x from system_range(1, 5)");
        AttachedInterval interval = watch.read(SECOND);
        assertThat(interval.rows())
                .hasSize(2)
                .filteredOn(row -> row.count() == 3)
                .singleElement()
                .satisfies(row -> assertThat(row.latencies().total()).isEqualTo(3));
        assertThat(new IntervalText(interval, 110).lines()).contains("(1 more)").allMatch(line -> line.length() <= 110);
    }
}
