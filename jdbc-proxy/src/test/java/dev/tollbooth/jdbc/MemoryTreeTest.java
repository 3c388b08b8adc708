package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.tollbooth.report.ItemInterval;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** Tests that the memory trace has each part of an instance with the bytes that it holds. */
class MemoryTreeTest {

    private static final int STATEMENTS = 100;
    private static final String SONGS = "application/songs/keys/names";

    private static Connection connect(Tollbooth tollbooth) throws SQLException {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:tree");
        return tollbooth.wrap(h2).getConnection();
    }

    private static Map<String, Long> tree(String instance) throws Exception {
        TabularData rows = (TabularData) ManagementFactory.getPlatformMBeanServer()
                .getAttribute(new ObjectName("dev.tollbooth:type=Memory,instance=" + instance), "Tree");
        Map<String, Long> tree = new TreeMap<>();
        for (Object value : rows.values()) {
            CompositeData row = (CompositeData) value;
            tree.put((String) row.get("path"), (Long) row.get("tracked"));
            assertThat(row.get("failed")).as("%s", row.get("path")).isEqualTo(false);
        }
        return tree;
    }

    @Test
    void tree_ofABusyInstance_hasEachPartWithWhatItHolds() throws Exception {
        CountDownLatch stalled = new CountDownLatch(1);
        CountDownLatch taken = new CountDownLatch(1);
        try (Tollbooth tollbooth = Tollbooth.builder()
                        .setting("name", "tree")
                        .setting("samples", "on")
                        .build();
                AutoCloseable consumer = tollbooth.subscribe(
                        report -> {
                            taken.countDown();
                            stalled.await();
                        },
                        ItemInterval.SECONDS_15);
                Connection connection = connect(tollbooth)) {
            Map<String, Long> idle = tree("tree");
            List<PreparedStatement> open = new ArrayList<>();
            for (int i = 0; i < STATEMENTS; i++) {
                PreparedStatement statement = connection.prepareStatement("SELECT " + i + " AS c" + i);
                statement.executeQuery().close();
                open.add(statement);
            }
            assertThat(tollbooth.instance().sqlTables()).isNotNull();
            Map<String, Long> busy = tree("tree");
            for (String grown : new String[] {
                "proxy/open statements",
                "proxy/result buffers",
                "accounting/digest cache",
                "accounting/statement table",
                "accounting/histograms",
                "accounting/query samples",
                "TopRU/journals",
                "sql tables/database"
            }) {
                String path = "tollbooth/" + grown;
                assertThat(busy.get(path)).as(path).isGreaterThan(idle.getOrDefault(path, 0L));
            }
            assertThat(busy)
                    .containsKeys(
                            "tollbooth/proxy/sessions",
                            "tollbooth/TopRU/second tier",
                            "tollbooth/TopRU/buckets",
                            "tollbooth/TopRU/report queue",
                            "tollbooth/reporter/listener/queue",
                            "tollbooth/reporter/listener/encode buffers");
            for (PreparedStatement statement : open) {
                statement.close();
                statement.close();
            }
            assertThat(tree("tree").get("tollbooth/proxy/open statements"))
                    .isEqualTo(idle.get("tollbooth/proxy/open statements"));
            report("tree");
            taken.await();
            Map<String, Long> reporting = tree("tree");
            assertThat(reporting.get("tollbooth/reporter/listener/queue")).isGreaterThan(STATEMENTS * 100L);
            assertThat(reporting.get("tollbooth/reporter/statement bases")).isGreaterThan(STATEMENTS * 50L);
            stalled.countDown();
        } finally {
            stalled.countDown();
        }
    }

    /** Reports the statements so far, without waiting for the consumer. */
    private static void report(String instance) {
        Thread flush = new Thread(() -> {
            try {
                ManagementFactory.getPlatformMBeanServer()
                        .invoke(
                                new ObjectName("dev.tollbooth:type=Reporter,instance=" + instance),
                                "flush",
                                new Object[0],
                                new String[0]);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        flush.setDaemon(true);
        flush.start();
    }

    @Test
    void memory_ofTheApi_isTheTreeThatTheMBeanShows() throws Exception {
        try (Tollbooth tollbooth =
                        Tollbooth.builder().setting("name", "tree-api").build();
                AutoCloseable songs = tollbooth.register("songs", node -> node.accept("keys/names", 48))) {
            connect(tollbooth).close();
            Map<String, Long> memory = tollbooth.memory();
            Map<String, Long> shown = tree("tree-api");
            // on a busy machine the provider may take too long, so it is asked again
            for (int i = 0; i < 600 && !(memory.containsKey(SONGS) && shown.containsKey("tollbooth/" + SONGS)); i++) {
                TimeUnit.MILLISECONDS.sleep(100);
                memory = tollbooth.memory();
                shown = tree("tree-api");
            }
            assertThat(memory.get(SONGS)).isEqualTo(48);
            assertThat(memory.get("application")).isZero();
            Set<String> paths = new TreeSet<>();
            for (String path : memory.keySet()) {
                paths.add("tollbooth/" + path);
            }
            paths.add("tollbooth");
            assertThat(paths).isEqualTo(shown.keySet());
            assertThat(memory.values().stream().mapToLong(Long::longValue).sum())
                    .isCloseTo(shown.get("tollbooth"), withinPercentage(20));
        }
    }
}
