package dev.tollbooth.internal.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.budget.Budgets;
import dev.tollbooth.internal.control.AccountingSwitch;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.cost.IncrementSource.Drain;
import dev.tollbooth.internal.cost.RuModel;
import dev.tollbooth.internal.cost.RuTotals;
import dev.tollbooth.internal.digest.DigestCache;
import dev.tollbooth.internal.digest.DigestOptions;
import dev.tollbooth.internal.execution.AccountingContext;
import dev.tollbooth.internal.execution.Attribution;
import dev.tollbooth.internal.execution.ClientBytes;
import dev.tollbooth.internal.execution.CurrentUser;
import dev.tollbooth.internal.execution.EventRecorders;
import dev.tollbooth.internal.execution.ExecutionCosts;
import dev.tollbooth.internal.execution.SlowStatements;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.memory.AllocatedBytes;
import dev.tollbooth.internal.observe.ThreadObservers;
import dev.tollbooth.internal.origin.CurrentOrigin;
import dev.tollbooth.internal.origin.OriginMode;
import dev.tollbooth.internal.origin.OriginScope;
import dev.tollbooth.internal.plan.PlanBook;
import dev.tollbooth.internal.ru.RuOptions;
import dev.tollbooth.internal.ru.RuSources;
import dev.tollbooth.internal.ru.WarningHint;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.StatementTableOptions;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.internal.topru.HashedTexts;
import dev.tollbooth.internal.trace.ExemplarBoard;
import dev.tollbooth.internal.vendor.VendorInterfaces;
import dev.tollbooth.jdbc.ThinDriver;
import dev.tollbooth.statement.SqlDialect;
import dev.tollbooth.statement.StatementSnapshot;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
class ClientBytesTest {

    private long allocated;
    private int readings;
    private @Nullable LongSupplier cpu;
    private long cpuReadings;
    private final RuTotals spent = new RuTotals();
    private final StatementTable table =
            new StatementTable(StatementTableOptions.DEFAULT, () -> 0, new WallClock(0, 0));
    private final AccountingSwitch accounting = new AccountingSwitch();
    private final Failures failures = new Failures(() -> 0);
    private final CurrentOrigin origins = new CurrentOrigin(
            table.originNames(), OriginMode.SCOPE, accounting, (account, origin, times) -> {}, () -> null);

    /** Returns a counter of allocated bytes that grows by {@code bytes} in each execution and between two of them. */
    private long allocated(long bytes) {
        readings++;
        allocated += bytes;
        return allocated;
    }

    private AccountingContext instruments(AllocatedBytes allocatedBytes) {
        SessionRegistry sessions = new SessionRegistry(
                table,
                new SessionRegistry.Clock(() -> 0, accounting, failures),
                new SessionRegistry.Options(null, null, false));
        RuSources sources = new RuSources(new RuOptions("off", RuModel.PUBLISHED, "", 1, new WarningHint("x"), 1));
        DigestCache digests = new DigestCache(SqlDialect.ANSI, DigestOptions.DEFAULT, 1 << 20);
        return new AccountingContext(
                () -> 0,
                accounting,
                failures,
                table,
                sessions,
                new Attribution(
                        (dialect, options) -> digests,
                        new CurrentUser(accounting),
                        new ThreadObservers(),
                        origins,
                        new Budgets(List.of(), false),
                        (product, url) -> {}),
                new ExecutionCosts(
                        sources,
                        null,
                        HashedTexts.ofPlans(),
                        new PlanBook("off", 1),
                        new ClientBytes(allocatedBytes, cpu)),
                new EventRecorders(
                        new SlowStatements(0, () -> 0), new ExemplarBoard(accounting, () -> null), new DropCounters()));
    }

    /** Executes one statement {@code executions} times; reads the figures after each. */
    private StatementSnapshot run(int executions, AllocatedBytes allocatedBytes) throws SQLException {
        AccountingContext instruments = instruments(allocatedBytes);
        accounting.setCollecting(true);
        long before = table.executions();
        ConnectionWrapper wrapper =
                new ConnectionWrapper(instruments, new VendorInterfaces(failures, VendorResults.class), "");
        try (Connection connection = wrapper.wrap(ThinDriver.create().getConnection(), "app");
                PreparedStatement statement = connection.prepareStatement("update t set x = 1")) {
            for (int i = 0; i < executions; i++) {
                statement.executeUpdate();
                assertThat(table.executions()).isEqualTo(before + i + 1);
            }
        }
        instruments.sessions().drain(0, Drain.SAMPLE, (key, digest, increment) -> spent.add(increment));
        readings /= 2; // at the begin and at the end
        assertThat(failures.counts()).isEmpty();
        return table.list().get(0);
    }

    private StatementSnapshot run(int executions, long bytes) throws SQLException {
        return run(executions, () -> allocated(bytes));
    }

    @Test
    void sampled_steadyStatement_readsTheFirstAndOneInSixteenAndScalesTheSum() throws SQLException {
        StatementSnapshot snapshot = run(1_600, 1_000);

        assertThat(readings).isEqualTo(16 + 99);
        assertThat(snapshot.sumClientBytes()).isEqualTo((16 + 99 * 16) * 1_000L);
        assertThat(snapshot.maxClientBytes()).isEqualTo(1_000);
    }

    @Test
    void sampled_largeStatement_isReadEachTime() throws SQLException {
        StatementSnapshot snapshot = run(200, 2 << 20);

        assertThat(readings).isEqualTo(200);
        assertThat(snapshot.sumClientBytes()).isEqualTo(200L * (2 << 20));
    }

    /** Tests a thread that executes the whole statement while another thread begins to execute it. */
    @Test
    void execute_ofOneStatementByTwoThreads_countsForTheOriginOfEach() throws Exception {
        ExecutorService other = Executors.newSingleThreadExecutor();
        AtomicReference<@Nullable PreparedStatement> shared = new AtomicReference<>();
        AccountingContext instruments = instruments(() -> {
            PreparedStatement statement = shared.getAndSet(null);
            if (statement != null) {
                CompletableFuture.runAsync(() -> execute("other", statement), other)
                        .join();
            }
            return 0;
        });
        ConnectionWrapper wrapper =
                new ConnectionWrapper(instruments, new VendorInterfaces(failures, VendorResults.class), "");
        try (Connection connection = wrapper.wrap(ThinDriver.create().getConnection(), "app");
                PreparedStatement statement = connection.prepareStatement("update t set x = 1")) {
            shared.set(statement);
            execute("one", statement);
        } finally {
            other.shutdown();
        }
        assertThat(table.origins())
                .extracting(row -> row.origin() + " " + row.totals().count())
                .containsExactlyInAnyOrder("one 1", "other 1");
    }

    private void execute(String origin, PreparedStatement statement) {
        OriginScope scope = origins.enter(origin);
        try {
            statement.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        } finally {
            origins.leave(scope);
        }
    }

    @Test
    void unknown_saysNothing() throws SQLException {
        assertThat(run(10, () -> AllocatedBytes.UNKNOWN).sumClientBytes()).isNull();
    }

    @Test
    void cpuTime_steadyStatement_isSampledAsBytesAre() throws SQLException {
        cpu = () -> 100 * ++cpuReadings;
        run(1_600, 10);

        assertThat(cpuReadings).isEqualTo(2 * (16 + 99));
        assertThat(spent.execCount()).isEqualTo(1_600);
        assertThat(spent.cpuNanos()).isEqualTo((16 + 99 * 16) * 100);
    }

    @Test
    void cpuTime_unknownOrOff_isZero() throws SQLException {
        cpu = () -> ClientBytes.NOT_READ;
        assertThat(run(10, 10).sumClientBytes()).isEqualTo(100);
        cpu = null;
        run(10, 10);

        assertThat(spent.execCount()).isEqualTo(20);
        assertThat(spent.cpuNanos()).isZero();
    }
}
