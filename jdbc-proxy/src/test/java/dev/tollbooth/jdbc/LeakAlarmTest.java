package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.digest.DigestCache;
import dev.tollbooth.internal.digest.DigestOptions;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.table.SchemaStatements;
import dev.tollbooth.internal.table.StatementStats;
import dev.tollbooth.statement.SqlDialect;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that a leak is suspected if evicted rows are still held, unless open statements hold them. */
@Tag("jdk")
final class LeakAlarmTest {

    private static final String TABLE = "statement table";
    /** The number of collections: a difference is seen after two, and suspected after two more. */
    private static final int COLLECTIONS = 6;

    private static CompositeData profile(String name, String part) throws Exception {
        ObjectName memory = new ObjectName("dev.tollbooth:type=Memory,instance=" + name);
        // reading the tree makes the recorder check
        ManagementFactory.getPlatformMBeanServer().getAttribute(memory, "Tree");
        TabularData profiles =
                (TabularData) ManagementFactory.getPlatformMBeanServer().getAttribute(memory, "HeapProfile");
        return profiles.get(new Object[] {part});
    }

    private static boolean isSuspected(String name, String part) throws Exception {
        boolean suspected = false;
        for (int i = 0; i < COLLECTIONS; i++) {
            suspected = (Boolean) profile(name, part).get("leakSuspected");
            System.gc();
        }
        return suspected;
    }

    private static Tollbooth tollbooth(String name) {
        return Tollbooth.builder()
                .setting("name", name)
                .setting("digests.size", "100")
                .setting("memory.limit", "4MB")
                .build();
    }

    /** Evicts a hundred rows, as the limit of memory does. */
    private static void evictAHundred(Tollbooth tollbooth, int done) {
        if (done % 100 == 99) {
            tollbooth.instance().statements().evictColdest(100);
        }
    }

    private static long untracked() throws Exception {
        System.gc();
        CompositeData rows = profile("statements", TABLE);
        return (Long) rows.get("measured") - (Long) rows.get("tracked");
    }

    @Test
    void evictedRows_whoseStatementsAreOpen_areNoLeakAndLetGo() throws Exception {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:alarm");
        List<PreparedStatement> open = new ArrayList<>();
        try (Tollbooth tollbooth = tollbooth("statements");
                Connection connection = tollbooth.wrap(h2).getConnection()) {
            for (int i = 0; i < 6_000; i++) {
                PreparedStatement statement = connection.prepareStatement("SELECT 1 AS c" + i + ", 2 AS d" + i);
                for (int j = 0; j < 10; j++) {
                    statement.executeQuery().close();
                }
                open.add(statement);
                evictAHundred(tollbooth, i);
            }
            assertThat(isSuspected("statements", TABLE)).isFalse();
            // a collection removes an evicted row
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
            while (untracked() >= 1 << 20 && System.nanoTime() - end < 0) {
                TimeUnit.MILLISECONDS.sleep(200);
            }
            assertThat(untracked()).as("6,000 rows would be more").isLessThan(1 << 20);
            assertThat(isSuspected("statements", "digests of rows")).isFalse();
        }
        assertThat(open).hasSize(6_000);
    }

    @Test
    void evictedRows_thatNobodyMayHold_areALeakUntilTheyAreLetGo() throws Exception {
        List<StatementStats> leaked = new ArrayList<>();
        try (Tollbooth tollbooth = tollbooth("leak")) {
            SchemaStatements schema = tollbooth.instance().statements().schema("shop");
            DigestCache digests = new DigestCache(SqlDialect.ANSI, DigestOptions.DEFAULT, 1 << 20);
            for (int i = 0; i < 20_000; i++) {
                TextDigest digest = digests.get("SELECT 1 AS c" + i);
                StatementStats row = schema.statement(digest);
                row.add(1_000, i, 0, 0, 0);
                leaked.add(row);
                evictAHundred(tollbooth, i);
            }
            assertThat(isSuspected("leak", TABLE)).isTrue();
            assertThat(leaked).hasSize(20_000);
            leaked.clear();
            boolean suspected = true;
            for (int i = 0; i < 200 && suspected; i++) {
                System.gc();
                suspected = (Boolean) profile("leak", TABLE).get("leakSuspected");
            }
            assertThat(suspected).as("after they were let go").isFalse();
        }
    }
}
