package dev.tollbooth.internal.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.budget.Budgets;
import dev.tollbooth.internal.control.AccountingSwitch;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.cost.RuModel;
import dev.tollbooth.internal.digest.DigestCache;
import dev.tollbooth.internal.digest.DigestOptions;
import dev.tollbooth.internal.execution.AccountingContext;
import dev.tollbooth.internal.execution.Attribution;
import dev.tollbooth.internal.execution.ClientBytes;
import dev.tollbooth.internal.execution.CurrentUser;
import dev.tollbooth.internal.execution.EventRecorders;
import dev.tollbooth.internal.execution.ExecutionCosts;
import dev.tollbooth.internal.execution.SlowStatements;
import dev.tollbooth.internal.journal.QueryLimit;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.memory.AllocatedBytes;
import dev.tollbooth.internal.memory.ThreadAllocatedBytes;
import dev.tollbooth.internal.observe.ThreadObservers;
import dev.tollbooth.internal.origin.CurrentOrigin;
import dev.tollbooth.internal.origin.OriginMode;
import dev.tollbooth.internal.origin.OriginNames;
import dev.tollbooth.internal.plan.PlanBook;
import dev.tollbooth.internal.ru.RuOptions;
import dev.tollbooth.internal.ru.RuSources;
import dev.tollbooth.internal.ru.WarningHint;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.StatementTableOptions;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.internal.topru.HashedTexts;
import dev.tollbooth.internal.trace.ExemplarBoard;
import dev.tollbooth.internal.vendor.VendorInterfaces;
import dev.tollbooth.jdbc.ThinDriver;
import dev.tollbooth.statement.SqlDialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Wrapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that the application sees exactly the driver's results, wherever and however accounting fails, and that the
 * failure is counted.
 */
@Tag("slow")
@Tag("jdk")
class FaultInjectionTest {

    /** A call by the application, with the driver's answer. */
    @FunctionalInterface
    private interface Call {
        Object by(Session session) throws SQLException;
    }

    /** The objects that the application holds. */
    private static final class Session {
        Connection connection;
        PreparedStatement prepared;
        Statement statement;
        ResultSet rows;
    }

    private static final List<Call> CALLS = List.of(
            on -> on.prepared = on.connection.prepareStatement("select x from t where id = ?"),
            on -> on.statement = on.connection.createStatement(),
            on -> on.prepared.executeUpdate(),
            on -> on.prepared.execute(),
            on -> on.rows = on.prepared.getResultSet(),
            on -> on.rows.next(),
            on -> on.rows = on.prepared.executeQuery(),
            on -> on.rows.getStatement(),
            on -> on.rows.next(),
            on -> on.rows.getInt(1),
            on -> on.rows.next(),
            on -> on.rows.getWarnings(),
            on -> on.rows.next(),
            on -> done(on.rows::close),
            on -> on.rows = on.prepared.executeQuery(),
            on -> on.rows.next(),
            on -> done(on.rows::close),
            on -> on.prepared.executeLargeUpdate(),
            on -> done(() -> on.statement.addBatch("insert into t values (1)")),
            on -> on.statement.executeBatch().length,
            on -> on.statement.getGeneratedKeys(),
            on -> on.statement.executeUpdate("update t set x = 1"),
            on -> on.statement.getWarnings(),
            on -> done(on.statement::clearWarnings),
            on -> on.connection.getMetaData().getDriverName(),
            on -> done(on.connection::commit),
            on -> done(on.connection::rollback),
            on -> done(() -> on.connection.setAutoCommit(true)),
            on -> done(() -> on.connection.setSchema("other")),
            on -> done(() -> on.connection.setClientInfo("ClientUser", "ann")),
            on -> on.connection.getWarnings(),
            on -> done(on.connection::clearWarnings),
            on -> on.prepared.executeUpdate(),
            on -> done(on.statement::close),
            on -> done(on.prepared::close),
            on -> done(on.connection::close));

    /** The places where faults are planted besides clock, counters and threads. */
    private record Setup(String source, String plans, boolean limited) {}

    private final Failures failures = new Failures(Ticker.SYSTEM);

    @FunctionalInterface
    private interface Action {
        void run() throws SQLException;
    }

    private static Object done(Action action) throws SQLException {
        action.run();
        return "done";
    }

    @AfterEach
    void endFaults() {
        Fault.OF_THREAD.remove();
    }

    private static Stream<Setup> setups() {
        return Stream.of(
                new Setup("estimate", "off", false),
                new Setup("estimate", "off", true),
                new Setup("faulty", "off", false),
                new Setup("estimate", "faulty", true),
                new Setup("off", "off", false));
    }

    private static List<Throwable> thrown() {
        return List.of(
                new OutOfMemoryError("injected"),
                new StackOverflowError("injected"),
                new IllegalStateException("injected"),
                new NoClassDefFoundError("injected"),
                new Error("injected, as a thread's death is"));
    }

    private AccountingContext instruments(Setup setup) {
        Ticker ticker = () -> {
            Fault.here();
            return System.nanoTime();
        };
        AllocatedBytes allocated = () -> {
            Fault.here();
            return 0;
        };
        ThreadAllocatedBytes others = thread -> 0;
        Ticker sound = Ticker.SYSTEM;
        AccountingSwitch accounting = new AccountingSwitch();
        accounting.setCollecting(true);
        RuSources sources = new RuSources(
                new RuOptions(setup.source(), RuModel.PUBLISHED, "", 1, new WarningHint("x"), 60_000_000_000L));
        StatementTable table = new StatementTable(StatementTableOptions.DEFAULT, sound, WallClock.anchoredNow(sound));
        SessionRegistry sessions = new SessionRegistry(
                table,
                new SessionRegistry.Clock(sound, accounting, failures),
                new SessionRegistry.Options(
                        setup.limited() ? new QueryLimit(1 << 20, 1, allocated, others) : null,
                        setup.source().equals("off") ? null : RuModel.PUBLISHED,
                        false));
        DigestCache digests = new DigestCache(SqlDialect.ANSI, DigestOptions.DEFAULT, 1 << 20);
        return new AccountingContext(
                ticker,
                accounting,
                failures,
                table,
                sessions,
                new Attribution(
                        (dialect, options) -> {
                            Fault.here();
                            return digests;
                        },
                        new CurrentUser(accounting),
                        new ThreadObservers(),
                        new CurrentOrigin(
                                new OriginNames(),
                                OriginMode.OFF,
                                accounting,
                                (account, origin, times) -> {},
                                () -> null),
                        new Budgets(List.of(), false),
                        (product, url) -> {}),
                new ExecutionCosts(
                        sources,
                        sources.estimate(),
                        HashedTexts.ofPlans(),
                        new PlanBook(setup.plans(), 1),
                        new ClientBytes(allocated, allocated::current)),
                new EventRecorders(
                        new SlowStatements(0, ticker), new ExemplarBoard(accounting, () -> null), new DropCounters()));
    }

    /** Returns all that the application sees of each call: values, the driver's objects behind proxies, exceptions. */
    private static List<Object> run(ThinDriver driver, Call connecting) {
        Session session = new Session();
        List<Object> seen = new ArrayList<>();
        try {
            session.connection = (Connection) connecting.by(session);
        } catch (SQLException | Error | RuntimeException e) {
            seen.add(e);
            return seen;
        }
        driver.last.next.rows.fetchSize = 1;
        for (Call call : CALLS) {
            Object result;
            try {
                result = call.by(session);
            } catch (SQLException | Error | RuntimeException e) {
                result = e;
            }
            seen.add(result instanceof Wrapper wrapped ? kind(wrapped) : result);
        }
        return seen;
    }

    private static String kind(Wrapper wrapped) {
        return wrapped instanceof ResultSet ? "rows" : wrapped instanceof Statement ? "statement" : "other";
    }

    @ParameterizedTest
    @MethodSource("setups")
    void anyCall_accountingFailsAnywhere_isWhatTheDriverDoes(Setup setup) throws SQLException {
        ThinDriver direct = ThinDriver.create();
        List<Object> expected = run(direct, on -> direct.getConnection());

        AtomicLong struck = new AtomicLong();
        for (Throwable thrown : thrown()) {
            for (int due = 1; ; due++) {
                Map<?, Long> before = Map.copyOf(failures.counts());
                Fault fault = new Fault(due, thrown);
                ThinDriver driver = ThinDriver.create();
                AccountingContext instruments = instruments(setup);
                ConnectionWrapper wrapper =
                        new ConnectionWrapper(instruments, new VendorInterfaces(failures, VendorResults.class), "");
                Connection theirs = driver.getConnection();
                Fault.OF_THREAD.set(fault);
                List<Object> seen = run(driver, on -> wrapper.wrap(theirs, "app"));
                Fault.OF_THREAD.remove();
                if (!fault.hasStruck) {
                    break;
                }
                struck.incrementAndGet();
                assertThat(seen).as("%s at place %s", thrown, due).isEqualTo(expected);
                assertThat(failures.counts()).as("%s at place %s", thrown, due).isNotEqualTo(before);
                instruments.sessions().settleAll();
                assertThat(instruments.sessions().size())
                        .as("sessions with a claimed journal, %s at place %s", thrown, due)
                        .isZero();
            }
        }

        assertThat(struck.get()).isGreaterThan(5 * 60);
    }

    /** Tests that a thread which is stopped on purpose ends, and leaves no journal claimed. */
    @ParameterizedTest
    @MethodSource("setups")
    @SuppressWarnings("removal")
    void anyCall_threadDiesInAccounting_isSeenByTheApplication(Setup setup) throws SQLException {
        int struck = 0;
        for (int due = 1; ; due++) {
            Error death = new ThreadDeath();
            Fault fault = new Fault(due, death);
            ThinDriver driver = ThinDriver.create();
            AccountingContext instruments = instruments(setup);
            ConnectionWrapper wrapper =
                    new ConnectionWrapper(instruments, new VendorInterfaces(failures, VendorResults.class), "");
            Connection theirs = driver.getConnection();
            Fault.OF_THREAD.set(fault);
            List<Object> seen = run(driver, on -> wrapper.wrap(theirs, "app"));
            Fault.OF_THREAD.remove();
            if (!fault.hasStruck) {
                break;
            }
            struck++;
            assertThat(seen).as("at place %s", due).contains(death);
            assertThat(instruments.sessions().list()).as("at place %s", due).isEmpty();
        }

        assertThat(struck).isGreaterThan(50);
    }

    @ParameterizedTest
    @ValueSource(strings = {"OutOfMemoryError", "StackOverflowError"})
    void errorOfTheDriver_passesAsItIs(String kind) throws SQLException {
        Error error =
                kind.equals("OutOfMemoryError") ? new OutOfMemoryError("driver") : new StackOverflowError("driver");
        DriverStub driver = new DriverStub(PreparedStatement.class);
        driver.thrown = error;
        ThinDriver thin = ThinDriver.create();
        Connection connection = new ConnectionWrapper(
                        instruments(new Setup("estimate", "off", false)),
                        new VendorInterfaces(failures, VendorResults.class),
                        "")
                .wrap(thin.getConnection(), "app");
        thin.last.handOut((PreparedStatement) driver.object);
        try {
            driver.answered = PreparedStatement.class.getMethod("executeUpdate");
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e);
        }
        PreparedStatement statement = connection.prepareStatement("update t set x = 1");

        Throwable seen = null;
        try {
            statement.executeUpdate();
        } catch (Error e) {
            seen = e;
        }

        assertThat(seen).isSameAs(error);
        assertThat(failures.counts()).isEmpty();
    }
}
