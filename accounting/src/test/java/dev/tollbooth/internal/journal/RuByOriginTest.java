package dev.tollbooth.internal.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tollbooth.internal.cost.Estimate;
import dev.tollbooth.internal.cost.IncrementSource.Drain;
import dev.tollbooth.internal.cost.RuModel;
import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.cost.RuTotals;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.memory.AllocatedBytes;
import dev.tollbooth.internal.memory.MemoryPart;
import dev.tollbooth.internal.memory.MemoryTraceManager;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.report.RuItem;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the request units of a key by origin. */
class RuByOriginTest {

    private static final RuOwner APP = new RuOwner("H2/shop", "warning", "app");
    private static final TextDigest A = TextDigest.ofNormalized("select a", "");
    private static final Estimate ESTIMATE =
            new Estimate(Estimate.SOURCE, new RuModel(0, 0, 65_536, 1_000, 1_024), 1e-9);

    private long now;
    private final StatementTable table = Leaks.table(() -> now);
    private SessionRegistry registry = Leaks.registry(table, () -> now, 20, true);
    private Session session = registry.open("app");
    private final RuTotals drained = new RuTotals();

    private Statement begin(@Nullable Estimate estimate, TextDigest digest, String origin) {
        registry.setCollecting(true);
        Statement statement = new Statement(session).of(table.originNames().number(origin));
        statement.begin(registry.spender(table.schema("shop"), APP, estimate), digest, true, now);
        return statement;
    }

    private void tick() {
        registry.drain(now, Drain.SAMPLE, (key, digest, spent) -> drained.add(spent));
        registry.tick();
    }

    private Map<String, RuItem> origins() {
        return drained.toItem(0).origins();
    }

    @Test
    void running_sampledEachSecond_isOfItsOriginAndNotTwice() {
        Statement report = begin(ESTIMATE, A, "report");
        for (int second = 1; second <= 3; second++) {
            now = TimeUnit.SECONDS.toNanos(second);
            begin(ESTIMATE, A, "GET /a").finish(now);
            tick();
            assertThat(origins().get("report").ru()).isEqualTo(second);
            assertThat(origins().get("report").execDurationNanos()).isEqualTo(now);
        }
        now = TimeUnit.MILLISECONDS.toNanos(3_500);
        report.finish(now);
        tick();
        assertThat(origins().get("report").ru()).isEqualTo(3.5);
        assertThat(origins().get("report").execCount()).isEqualTo(1);
        assertThat(origins().get("GET /a").execCount()).isEqualTo(3);
        assertThat(drained.ru()).isEqualTo(3.5);
        assertThat(registry.undrained().isZero()).isTrue();
    }

    @Test
    void undrained_whileItRuns_takesBackWhatItsOriginHas() {
        begin(ESTIMATE, A, "report");
        now = TimeUnit.SECONDS.toNanos(2);
        tick();
        RuTotals all = registry.undrained();
        assertThat(all.toItem(0).origins().get("report").ru()).isEqualTo(-2);
        all.add(drained);
        assertThat(all.isZero()).isTrue();
    }

    @Test
    void requestUnits_toldAfterTheEndAndReadLater_areTheExecutions() {
        Statement first = begin(null, A, "GET /a");
        first.finish(now + 5);
        Statement second = begin(null, A, "");
        second.finish(now + 7, EntryRuState.UNKNOWN);
        tick();
        assertThat(origins().get("GET /a").ru()).isZero();
        first.tell(4.5);
        first.fetched(11);
        tick();
        assertThat(origins().get("GET /a")).isEqualTo(new RuItem(0, 4.5, 1, 16, 0, 0));
        assertThat(origins().get("")).isEqualTo(new RuItem(0, 0, 1, 7, 1, 0));
        assertThat(drained.ru()).isEqualTo(4.5);
    }

    @Test
    void requestUnits_ofAccountsThatAreFolded_keepTheirOrigins() {
        for (int i = 0; i < 200; i++) {
            TextDigest digest = TextDigest.ofNormalized("select " + i, "");
            Statement statement = begin(null, digest, i % 2 == 0 ? "even" : "odd");
            statement.finish(now + 1);
            statement.tell(i % 2 == 0 ? 1 : 3);
        }
        tick();
        assertThat(registry.foldedKeys()).isPositive();
        assertThat(drained.ru()).isEqualTo(400);
        assertThat(origins().get("even").ru()).isEqualTo(100);
        assertThat(origins().get("odd").ru()).isEqualTo(300);
        assertThat(origins().get("odd").execCount()).isEqualTo(100);
    }

    private void execute(int times) {
        Statement statement = new Statement(session);
        Spender spender = registry.spender(table.schema("shop"), APP, ESTIMATE);
        int one = table.originNames().number("GET /one");
        int other = table.originNames().number("GET /other");
        for (int i = 0; i < times; i++) {
            statement.of(i % 2 == 0 ? one : other).begin(spender, A, true, now);
            statement.finish(now + 1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void execution_onceItsKeyIsKnown_allocatesNothing(boolean byOrigin) {
        AllocatedBytes allocated = AllocatedBytes.ofThisJvm();
        assumeThat(allocated.current()).isNotEqualTo(AllocatedBytes.UNKNOWN);
        registry = Leaks.registry(table, () -> now, 20, byOrigin);
        session = registry.open("app");
        registry.setCollecting(true);
        execute(20_000);
        registry.drain(now, Drain.SAMPLE, (key, digest, spent) -> drained.add(spent));
        long fewest = Long.MAX_VALUE;
        for (int round = 0; round < 10; round++) { // what the JVM allocates on this thread once is in one round only
            long before = allocated.current();
            execute(10_000);
            fewest = Math.min(fewest, allocated.current() - before);
        }
        assertThat(fewest).as("less than a byte an execution").isLessThan(10_000);
    }

    private long accountBytes() {
        MemoryTraceManager traces = new MemoryTraceManager();
        traces.register(MemoryPart.TOP_RU, "journals", registry::trace);
        return traces.tracked().totalBytes();
    }

    @Test
    void off_execution_holdsNothingByOriginAndOnItIsWeighed() {
        registry = Leaks.registry(table, () -> now, 20, false);
        session = registry.open("app");
        registry.setCollecting(true);
        execute(100);
        registry.drain(now, Drain.SAMPLE, (key, digest, spent) -> drained.add(spent));
        assertThat(drained.hasOrigins()).isFalse();
        assertThat(registry.undrained().hasOrigins()).isFalse();
        long off = accountBytes();

        registry = Leaks.registry(table, () -> now, 20, true);
        session = registry.open("app");
        registry.setCollecting(true);
        execute(100);
        registry.drain(now, Drain.SAMPLE, (key, digest, spent) -> drained.add(spent));
        assertThat(accountBytes()).isGreaterThanOrEqualTo(off + drained.originBytes() / 2);
    }
}
