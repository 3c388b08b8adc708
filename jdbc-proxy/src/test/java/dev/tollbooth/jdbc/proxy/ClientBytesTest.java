package dev.tollbooth.jdbc.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.memory.AllocatedBytes;
import dev.tollbooth.accounting.statement.StatementSnapshot;
import dev.tollbooth.accounting.statement.StatementStats;
import dev.tollbooth.accounting.statement.StatementTable;
import dev.tollbooth.accounting.statement.StatementTableOptions;
import dev.tollbooth.accounting.time.WallClock;
import org.junit.jupiter.api.Test;

class ClientBytesTest {

    private static final Digest DIGEST = Digest.ofNormalized("select ?", "SELECT");

    private long allocated;
    private int readings;
    private final StatementTable table =
            new StatementTable(StatementTableOptions.DEFAULT, () -> 0, new WallClock(0, 0));
    private final StatementStats row = table.schema(null).statement(DIGEST);

    private StatementSnapshot run(String mode, int executions, long bytes) {
        ClientBytes clientBytes = ClientBytes.of(mode, () -> allocated);
        for (int i = 0; i < executions; i++) {
            row.recordExecution(0, 1, 1, 0, 0, 0);
            long begun = clientBytes.begin(row, 0);
            allocated += bytes;
            long read = clientBytes.end(begun);
            if (read != ClientBytes.NOT_READ) {
                readings++;
                row.recordClientBytes(0, read, clientBytes.weight(row, 0));
                assertThat(row.lastClientBytes()).isEqualTo(read);
            }
        }
        StatementSnapshot snapshot = table.find(null, DIGEST.sha256());
        assertThat(snapshot).isNotNull();
        return snapshot;
    }

    @Test
    void sampled_steadyStatement_readsTheFirstAndOneInSixteenAndScalesTheSum() {
        StatementSnapshot snapshot = run("sampled", 1_600, 1_000);

        assertThat(readings).isEqualTo(16 + 99);
        assertThat(snapshot.sumClientBytes()).isEqualTo((16 + 99 * 16) * 1_000L);
        assertThat(snapshot.maxClientBytes()).isEqualTo(1_000);
    }

    @Test
    void sampled_largeStatement_isReadEachTime() {
        StatementSnapshot snapshot = run("sampled", 200, 2 << 20);

        assertThat(readings).isEqualTo(200);
        assertThat(snapshot.sumClientBytes()).isEqualTo(200L * (2 << 20));
    }

    @Test
    void all_anyStatement_readsEachExecution() {
        assertThat(run("all", 100, 10).sumClientBytes()).isEqualTo(1_000);
        assertThat(readings).isEqualTo(100);
    }

    @Test
    void off_orUnknown_saysNothing() {
        assertThat(run("off", 10, 10).sumClientBytes()).isNull();
        ClientBytes unknown = ClientBytes.of("all", () -> AllocatedBytes.UNKNOWN);
        assertThat(unknown.end(unknown.begin(null, 0))).isEqualTo(ClientBytes.NOT_READ);
        assertThat(readings).isZero();
    }
}
