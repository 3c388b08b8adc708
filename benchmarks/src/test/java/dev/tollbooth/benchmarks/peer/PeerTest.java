package dev.tollbooth.benchmarks.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.benchmarks.noop.NoopDriver;
import dev.tollbooth.benchmarks.workload.Workload;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PeerTest {

    private static final int ROWS = 1_000;

    @ParameterizedTest
    @EnumSource(Peer.class)
    void workload_throughPeer_reachesNoopDriverOnceAnExecution(Peer peer) throws SQLException {
        Origin origin = Database.NOOP.origin(ROWS);
        NoopDriver driver = (NoopDriver) origin.driver();
        long before = driver.executions();
        long sum;
        try (Connection connection = peer.over(origin).connect()) {
            boolean unwrapped = connection.getClass().getPackage().equals(NoopDriver.class.getPackage());
            assertThat(unwrapped).isEqualTo(peer == Peer.DIRECT);
            sum = runEachOnce(connection);
        }
        assertThat(driver.executions() - before).isEqualTo(5 + Workload.BATCH_ROWS);
        // row numbers 1 to 1,000 and as many names of four letters, from the scan; 1 from each point select; 1 + 100
        // updated
        assertThat(sum).isEqualTo(ROWS * (ROWS + 1) / 2 + 4 * ROWS + 3 + 1 + Workload.BATCH_ROWS);
    }

    @ParameterizedTest
    @EnumSource(Peer.class)
    void label_ofAPeer_hasItsVersion(Peer peer) {
        assertThat(peer.label()).doesNotContain("${");
    }

    @ParameterizedTest
    @EnumSource(Peer.class)
    void workload_throughPeer_readsAndChangesH2(Peer peer) throws SQLException {
        try (Connection connection = peer.over(Database.H2.origin(ROWS)).connect()) {
            assertThat(runEachOnce(connection)).isEqualTo(sumOnH2());
        }
    }

    /** The batch renames the first 100 items before the scan; the rest are name-101 to name-1000. */
    private static long sumOnH2() {
        long names = 0;
        long ids = 0;
        for (int id = 1; id <= ROWS; id++) {
            names += id <= Workload.BATCH_ROWS ? "name".length() : ("name-" + id).length();
            ids += id;
        }
        long selected = 7 + 7 + 1;
        return selected + 1 + Workload.BATCH_ROWS + ids + names;
    }

    private static long runEachOnce(Connection connection) throws SQLException {
        Workload workload = new Workload(connection);
        try (PreparedStatement select = workload.prepareSelect();
                PreparedStatement update = workload.prepareUpdate();
                PreparedStatement scan = workload.prepareScan()) {
            return Workload.select(select)
                    + Workload.update(update)
                    + Workload.batch(update)
                    + Workload.scan(scan)
                    + workload.prepareAndSelect()
                    + workload.selectLiteral();
        }
    }
}
