package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** Tests that digests which the cache has evicted, but open statements hold, are measured and not tracked. */
class EvictedDigestsTest {

    private static final int STATEMENTS = 3_000;
    private static final String COLUMNS = ", 1 AS some_alias_of_a_column_that_is_long".repeat(20);
    private static final String OF_ROWS = "tollbooth/accounting/digests of rows";

    private static CompositeData digests() throws Exception {
        TabularData tree = (TabularData) ManagementFactory.getPlatformMBeanServer()
                .getAttribute(new ObjectName("dev.tollbooth:type=Memory,instance=evicted"), "Tree");
        return tree.get(new Object[] {OF_ROWS});
    }

    private static long measured() throws Exception {
        return (Long) digests().get("measured");
    }

    @Test
    void evictedDigests_thatOpenStatementsHold_areMeasuredUntilTheseAreClosed() throws Exception {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:evicted");
        try (Tollbooth tollbooth = Tollbooth.builder()
                        .setting("name", "evicted")
                        .setting("memory.limit", "4MB")
                        .setting("digests.size", "100")
                        .build();
                Connection connection = tollbooth.wrap(h2).getConnection()) {
            List<PreparedStatement> open = new ArrayList<>();
            for (int i = 0; i < STATEMENTS; i++) {
                PreparedStatement statement = connection.prepareStatement("SELECT 1 AS c" + i + COLUMNS);
                statement.executeQuery().close();
                open.add(statement);
            }
            System.gc();
            long tracked = (Long) digests().get("tracked");
            // a sample of some 180: five standard errors are 37 %
            long texts = (long) STATEMENTS * COLUMNS.length();
            assertThat(tracked).isBetween(50L * COLUMNS.length(), 300L * COLUMNS.length());
            assertThat(measured()).isBetween(texts * 6 / 10, texts * 18 / 10);
            for (PreparedStatement statement : open) {
                statement.close();
            }
            open.clear();
            for (int i = 0; i < 200 && measured() > 10 * tracked; i++) {
                System.gc();
            }
            assertThat(measured()).as("after the statements were closed").isLessThan(texts * 3 / 10);
        }
    }
}
