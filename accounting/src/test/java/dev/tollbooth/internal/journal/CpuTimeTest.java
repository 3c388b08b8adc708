package dev.tollbooth.internal.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.cost.IncrementSource.Drain;
import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.cost.RuTotals;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.statement.Sha256;
import org.junit.jupiter.api.Test;

/** Tests that CPU time, which is read for some executions, is extrapolated to all. */
class CpuTimeTest {

    private static final long CPU_NANOS = 1_000;

    private final StatementTable table = Leaks.table(() -> 0);
    private final SessionRegistry registry = Leaks.registry(table, () -> 0, 20);
    private final Session session = registry.open("app");
    private final Account account = registry.spender(table.schema("shop"), new RuOwner("H2/shop", "off", "app"), null)
            .account(TextDigest.ofNormalized("select a", ""), Sha256.NONE);

    /** Executes once, with a reading or without; returns whether a reading was due. */
    private boolean execute(boolean measured) {
        boolean read = account.readingDue() && measured;
        Statement statement = new Statement(session);
        if (read) {
            statement.measured(CPU_NANOS);
        }
        statement.begin(account, registry.isCollecting(), 0);
        statement.finish(5);
        registry.settleAll();
        return read;
    }

    private int execute(int times, boolean measured) {
        int read = 0;
        for (int i = 0; i < times; i++) {
            read += execute(measured) ? 1 : 0;
        }
        return read;
    }

    private RuTotals drained() {
        RuTotals all = new RuTotals();
        registry.drain(0, Drain.SAMPLE, (key, digest, spent) -> all.add(spent));
        return all;
    }

    @Test
    void cpu_ofTheFirstExecutions_isReadEachTime() {
        registry.setCollecting(true);
        assertThat(execute(16, true)).isEqualTo(16);
        assertThat(drained().cpuNanos()).isEqualTo(16 * CPU_NANOS);
        assertThat(drained().isZero()).as("taken").isTrue();
    }

    @Test
    void cpu_afterThem_isReadOnceInSixteenAndScaled() {
        registry.setCollecting(true);
        assertThat(execute(1_600, true)).isEqualTo(16 + 99);
        RuTotals spent = drained();
        assertThat(spent.execCount()).isEqualTo(1_600);
        assertThat(spent.cpuNanos()).isEqualTo(1_600 * CPU_NANOS);
    }

    @Test
    void cpu_notMeasured_isZero() {
        registry.setCollecting(true);
        assertThat(execute(100, false)).isZero();
        assertThat(drained().cpuNanos()).isZero();
    }

    @Test
    void cpu_whileNobodyCollects_isNobodys() {
        execute(10, true);
        registry.setCollecting(true);
        execute(1, true);
        assertThat(drained().cpuNanos()).isEqualTo(CPU_NANOS);
    }

    @Test
    void cpu_ofAnExecutionWithoutAReadingInAPlaceThatHadOne_isNotTakenForItsOwn() {
        registry.setCollecting(true);
        execute(200, true); // the ring has come round
        drained();
        execute(200, false);
        assertThat(drained().cpuNanos()).isZero();
    }
}
