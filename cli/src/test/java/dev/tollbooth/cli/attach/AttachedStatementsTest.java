package dev.tollbooth.cli.attach;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.cli.text.Listing.Row;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
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

/** Tests {@code attach --watch} on an instance of this JVM. */
class AttachedStatementsTest {

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
            Thread.sleep(10); // the MBeans are registered a second later
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
        AttachedStatements watch = new AttachedStatements(jvm, bean, "count", 20, true);
        watch.read(0);
        execute(6, "select 1");
        execute(10, "select x from system_range(1, 5)");
        AttachedStatements.Top interval = watch.read(2 * SECOND);
        List<Row> rows = interval.table().rows();
        assertThat(rows).extracting(row -> row.figures().count()).containsExactly(10L, 6L);
        Figures known = rows.get(1).figures();
        assertThat(known.histogram().total()).isEqualTo(6);
        assertThat((Double) known.get(Figure.RU)).isNotNull().isPositive();
        assertThat(rows.get(0).figures().histogram().total()).isEqualTo(10); // a new statement
        List<String> lines = interval.lines(Integer.MAX_VALUE);
        assertThat(lines.get(0))
                .matches("instance watched, last 2[.]00 s, by count: 8[.]00 calls/s, load 0[.]\\d\\d, [\\d.]+ RU/s,"
                        + " 0[.]00 errors/s");
        assertThat(lines.get(1))
                .matches("digest +count/s +share +time/s +avg +P50 +P95 +P99 +P999 +max +errors/s +rows/s"
                        + " +allocated/s +RU/s +statement");
        assertThat(lines.get(2)).matches("[0-9a-f]{8} +5[.]00 +62[.]5 % .*`system_range` .*");
        assertThat(lines.get(3)).matches("[0-9a-f]{8} +3[.]00 +37[.]5 % .* select [?]");

        assertThat(watch.read(3 * SECOND).lines(110))
                .endsWith("no execution has ended")
                .hasSize(2);
    }

    @Test
    void read_afterAReset_tellsWhatCameBehindIt() throws Exception {
        AttachedStatements watch = new AttachedStatements(jvm, bean, "p99", 1, true);
        watch.read(0);
        jvm.call(bean, "reset");
        execute(3, "select 1");
        execute(1, "select x from system_range(1, 5)");
        AttachedStatements.Top interval = watch.read(SECOND);
        assertThat(interval.table().rows())
                .hasSize(2)
                .filteredOn(row -> row.figures().count() == 3)
                .singleElement()
                .satisfies(row -> assertThat(row.figures().histogram().total()).isEqualTo(3));
        assertThat(interval.lines(110))
                .anyMatch(line -> line.startsWith("(1 more)"))
                .allMatch(line -> line.length() <= 110);
    }
}
