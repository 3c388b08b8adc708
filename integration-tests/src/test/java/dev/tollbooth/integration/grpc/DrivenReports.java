package dev.tollbooth.integration.grpc;

import dev.tollbooth.internal.control.AccountingSwitch;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Scheduler;
import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.journal.Account;
import dev.tollbooth.internal.journal.EntryRuState;
import dev.tollbooth.internal.journal.Journal;
import dev.tollbooth.internal.journal.Session;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.journal.Spender;
import dev.tollbooth.internal.report.Reporter;
import dev.tollbooth.internal.report.WindowSource;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.StatementTableOptions;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.internal.topru.HashedTexts;
import dev.tollbooth.internal.topru.TopRu;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.statement.Sha256;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** The tiers and the reporter of the driver's jar; the test moves the clock of windows, but not that of time limits. */
public final class DrivenReports implements AutoCloseable {

    /** A name so long that a report of 10,000 records exceeds the buffers of sockets and gRPC. */
    private static final String LONG_NAME = "x".repeat(900);

    private static final int STATEMENTS_PER_SESSION = 50;

    private final AtomicLong nowNanos = new AtomicLong();
    private final Failures failures = new Failures(nowNanos::get);
    /** The statement table for the connections' executions, which no report shows. */
    private final StatementTable counted = table();

    /** The statement table of the reports, in which nothing is counted. */
    public final StatementTable statements = table();

    /** The connections. */
    public final SessionRegistry sessions = new SessionRegistry(
            counted,
            new SessionRegistry.Clock(nowNanos::get, new AccountingSwitch(), failures),
            new SessionRegistry.Options(null, null, false));

    /** The tiers. */
    public final TopRu topRu = new TopRu(
            ItemInterval.SECONDS_60, sessions, nowNanos::get, this::epochMillis, new DropCounters(), failures);

    /** The reporter. */
    public final Reporter reporter = new Reporter(
            "grpc",
            new WindowSource.OfTopRu(topRu, HashedTexts.ofPlans()),
            statements,
            topRu.drops(),
            Ticker.SYSTEM,
            this::epochMillis,
            failures,
            new Scheduler("tollbooth-test"));

    private StatementTable table() {
        return new StatementTable(StatementTableOptions.DEFAULT, nowNanos::get, new WallClock(0, 0));
    }

    private long epochMillis() {
        return TimeUnit.NANOSECONDS.toMillis(nowNanos.get());
    }

    /** Returns the name of a user. */
    public static String user(int number) {
        return LONG_NAME + number;
    }

    /** Executes each statement by each user, and lets a minute pass, so that a report is sent. */
    public void report(int users, int statementsOfEach) {
        for (int user = 0; user < users; user++) {
            for (int first = 0; first < statementsOfEach; first += STATEMENTS_PER_SESSION) {
                spend(user(user), first, Math.min(first + STATEMENTS_PER_SESSION, statementsOfEach));
            }
        }
        long end = (TimeUnit.NANOSECONDS.toSeconds(nowNanos.get()) / 60 + 1) * 60;
        while (nowNanos.get() <= TimeUnit.SECONDS.toNanos(end)) {
            nowNanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
            topRu.tick();
        }
    }

    private void spend(String user, int firstStatement, int endStatement) {
        Session session = sessions.open(user);
        Spender spender = sessions.spender(counted.schema("shop"), new RuOwner("H2/shop", "estimate", user), null);
        for (int i = firstStatement; i < endStatement; i++) {
            TextDigest digest = TextDigest.ofNormalized("select " + i, "SELECT");
            execute(session, spender.account(digest, Sha256.NONE), 1_000_000, 2.5);
        }
        sessions.close(session);
    }

    private void execute(Session session, Account account, long nanos, double ru) {
        Journal journal = session.claim(() -> {});
        session.begin(journal, account, EntryRuState.REPORTED.flags(true), 0, false, nowNanos.get());
        journal.setEnded(nanos, 0);
        session.end(journal, EntryRuState.REPORTED, 0, 0);
        session.addRu(account, EntryRuState.REPORTED, true, ru, 0);
    }

    /** Waits until the condition holds; the test's own time limit ends a vain wait. */
    public static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            TimeUnit.MILLISECONDS.sleep(2);
        }
    }

    @Override
    public void close() {
        topRu.close();
        reporter.close();
    }
}
