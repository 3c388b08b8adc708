package dev.tollbooth.integration.grpc;

import dev.tollbooth.accounting.control.AccountingSwitch;
import dev.tollbooth.accounting.control.Failures;
import dev.tollbooth.accounting.control.Scheduler;
import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.digest.Sha256;
import dev.tollbooth.accounting.journal.Account;
import dev.tollbooth.accounting.journal.CostState;
import dev.tollbooth.accounting.journal.Journal;
import dev.tollbooth.accounting.journal.Session;
import dev.tollbooth.accounting.journal.SessionRegistry;
import dev.tollbooth.accounting.journal.Spender;
import dev.tollbooth.accounting.report.DropCounters;
import dev.tollbooth.accounting.ru.PlanTexts;
import dev.tollbooth.accounting.ru.RuOwner;
import dev.tollbooth.accounting.ru.TopRu;
import dev.tollbooth.accounting.ru.TopRuOptions;
import dev.tollbooth.accounting.statement.StatementTable;
import dev.tollbooth.accounting.statement.StatementTableOptions;
import dev.tollbooth.accounting.time.Ticker;
import dev.tollbooth.accounting.time.WallClock;
import dev.tollbooth.reporter.Reporter;
import dev.tollbooth.reporter.TopRuWindows;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** The tiers and the reporter of the driver's jar; the test drives the clock of windows, not that of time limits. */
public final class DrivenReports implements AutoCloseable {

    /** So that a report of 10,000 records is more than sockets and gRPC buffer. */
    private static final String LONG_NAME = "x".repeat(900);

    private static final int STATEMENTS_PER_SESSION = 50;

    private final AtomicLong nowNanos = new AtomicLong();
    private final Failures failures = new Failures(nowNanos::get);
    /** What the connections execute is counted in; no report shows it. */
    private final StatementTable counted = table();

    /** The statement table that reports show, which nothing counts in. */
    public final StatementTable statements = table();

    /** The connections. */
    public final SessionRegistry sessions = new SessionRegistry(
            counted,
            new SessionRegistry.Clock(nowNanos::get, new AccountingSwitch(), failures),
            new SessionRegistry.Options(null, null));

    /** The tiers. */
    public final TopRu topRu =
            new TopRu(TopRuOptions.DEFAULT, sessions, nowNanos::get, this::epochMillis, new DropCounters(), failures);

    /** The reporter. */
    public final Reporter reporter = new Reporter(
            "grpc",
            new TopRuWindows(topRu, new PlanTexts()),
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

    /** The name of a user. */
    public static String user(int number) {
        return LONG_NAME + number;
    }

    /** Lets each user spend on each statement, and a minute pass, so that a report leaves. */
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
            Digest digest = Digest.ofNormalized("select " + i, "SELECT");
            execute(session, spender.account(digest, Sha256.NONE), 1_000_000, 2.5);
        }
        sessions.close(session);
    }

    private void execute(Session session, Account account, long nanos, double ru) {
        Journal journal = session.claim(() -> {});
        session.begin(journal, account, CostState.TOLD, true, nowNanos.get(), Session.NOT_READ);
        session.stop(journal);
        journal.setEnded(nanos, 0, Session.NOT_READ);
        session.end(journal, account, CostState.TOLD, 0, 0);
        session.tell(account, CostState.TOLD, true, ru);
    }

    /** Waits until it holds; a test that waits in vain is ended by its own time limit. */
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
