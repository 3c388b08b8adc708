package dev.tollbooth.cli.attach;

import dev.tollbooth.internal.budget.Budgets;
import dev.tollbooth.internal.control.AccountingSwitch;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Problems;
import dev.tollbooth.internal.control.Scheduler;
import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.jmx.ExposedInstance;
import dev.tollbooth.internal.jmx.InstanceFacts;
import dev.tollbooth.internal.jmx.Registration;
import dev.tollbooth.internal.journal.Account;
import dev.tollbooth.internal.journal.EntryRuState;
import dev.tollbooth.internal.journal.Journal;
import dev.tollbooth.internal.journal.Session;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.journal.Spender;
import dev.tollbooth.internal.memory.MemoryTrace;
import dev.tollbooth.internal.memory.MemoryTraceManager;
import dev.tollbooth.internal.metrics.InstanceFigures;
import dev.tollbooth.internal.metrics.MetricAttribute;
import dev.tollbooth.internal.metrics.SeriesChoice;
import dev.tollbooth.internal.metrics.Telemetry;
import dev.tollbooth.internal.prometheus.PrometheusText;
import dev.tollbooth.internal.provider.SqlTables;
import dev.tollbooth.internal.report.Reporter;
import dev.tollbooth.internal.report.WindowSource;
import dev.tollbooth.internal.sql.H2TablesProvider;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.StatementTableOptions;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.internal.topru.HashedTexts;
import dev.tollbooth.internal.topru.TopRu;
import dev.tollbooth.internal.trace.ExemplarBoard;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.Report;
import dev.tollbooth.statement.Sha256;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.openmbean.TabularData;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import javax.management.remote.rmi.RMIConnectorServer;

/** The parts of an instance with its MBeans, SQL tables and reports, where the test moves the clock of windows. */
public final class DrivenInstance implements AutoCloseable {

    private final AtomicLong nowNanos = new AtomicLong();
    private final Failures failures = new Failures(nowNanos::get);
    private final StatementTable counted = table();
    private final SessionRegistry sessions = new SessionRegistry(
            counted,
            new SessionRegistry.Clock(nowNanos::get, new AccountingSwitch(), failures),
            new SessionRegistry.Options(null, null, false));
    private final TopRu topRu;
    private final Reporter reporter;
    private final BlockingQueue<Report> reports = new LinkedBlockingQueue<>();
    private final MBeanServer server = MBeanServerFactory.newMBeanServer();
    private final Registration registration;
    private final JMXConnectorServer connector;
    final SqlTables tables;

    /** Makes an instance with this report interval, and items of the same length. */
    public DrivenInstance(ItemInterval interval) throws Exception {
        topRu = new TopRu(
                interval,
                sessions,
                nowNanos::get,
                () -> TimeUnit.NANOSECONDS.toMillis(nowNanos.get()),
                new DropCounters(),
                failures);
        WindowSource windows = new WindowSource.OfTopRu(topRu, HashedTexts.ofPlans());
        reporter = new Reporter(
                "driven",
                windows,
                table(), // an empty table, because the counted statements would be most of each report
                topRu.drops(),
                Ticker.SYSTEM,
                () -> TimeUnit.NANOSECONDS.toMillis(nowNanos.get()),
                failures,
                new Scheduler("tollbooth-test"));
        reporter.subscribe("test", reports::add, interval);
        registration = Registration.register(
                server,
                "default",
                new ExposedInstance(
                        counted,
                        sessions,
                        new AccountingSwitch(),
                        failures,
                        new Problems(),
                        reporter,
                        null,
                        new Budgets(List.of(), false),
                        () -> PrometheusText.openMetrics(telemetry().read(SeriesChoice.DEFAULT)),
                        new InstanceFacts(List.of(), List.of(), 200, "1", () -> "", Instant.EPOCH, () -> 0)));
        LoopbackSockets sockets = new LoopbackSockets();
        connector = JMXConnectorServerFactory.newJMXConnectorServer(
                new JMXServiceURL("service:jmx:rmi://"),
                Map.of(
                        RMIConnectorServer.RMI_CLIENT_SOCKET_FACTORY_ATTRIBUTE,
                        sockets,
                        RMIConnectorServer.RMI_SERVER_SOCKET_FACTORY_ATTRIBUTE,
                        sockets),
                server);
        connector.start();
        tables = new H2TablesProvider().open(counted, sessions, windows);
    }

    /** Returns the metrics since the start of the clock, with series by summary. */
    public Telemetry telemetry() {
        return new Telemetry(
                new InstanceFigures(
                        counted,
                        sessions,
                        new ExemplarBoard(new AccountingSwitch(), () -> () -> null),
                        topRu.drops(),
                        failures,
                        new Budgets(List.of(), false),
                        () -> new MemoryTrace(MemoryTraceManager.ROOT),
                        64_000_000),
                () -> Map.of(MetricAttribute.INSTANCE, "default"),
                nowNanos::get,
                () -> TimeUnit.NANOSECONDS.toMillis(nowNanos.get()),
                Instant.EPOCH,
                users -> {});
    }

    private StatementTable table() {
        return new StatementTable(StatementTableOptions.DEFAULT, nowNanos::get, new WallClock(0, 0));
    }

    /** Returns the statement table, for tests that count directly. */
    public StatementTable counted() {
        return counted;
    }

    /** Returns the JMX URL of the MBeans. */
    String url() {
        return connector.getAddress().toString();
    }

    /** Returns the server of the MBeans in this JVM. */
    MBeanServer server() {
        return server;
    }

    /** Returns the rows of the MBean's table of users. */
    TabularData users() throws Exception {
        return (TabularData) server.getAttribute(new ObjectName("dev.tollbooth:type=TopRU,instance=default"), "Users");
    }

    /**
     * Executes each statement by each user, each with a different multiple of an eighth of a request unit; returns the
     * sum of all request units.
     */
    public double spend(int users, int statementsOfEach) {
        double all = 0;
        for (int user = 0; user < users; user++) {
            String name = "user" + user;
            Session session = sessions.open(name);
            Spender spender = sessions.spender(counted.schema("shop"), new RuOwner("H2/shop", "warning", name), null);
            for (int i = 0; i < statementsOfEach; i++) {
                double ru = (user + 1) * (1 + i / 8.0);
                execute(session, spender.account(TextDigest.ofNormalized("select " + i, ""), Sha256.NONE), ru);
                all += ru;
            }
            sessions.close(session);
        }
        return all;
    }

    /** Executes statements of a user that fail, allocate, change rows, or have an unknown number of rows. */
    public void executeAll(String user) {
        Session session = sessions.open(user);
        Spender spender = sessions.spender(counted.schema("shop"), new RuOwner("H2/shop", "warning", user), null);
        for (int i = 1; i <= 40; i++) {
            String text = i % 4 == 0 ? "insert into item values ( ... )" : "select * from item where id = ?";
            Account account = spender.account(TextDigest.ofNormalized(text, "ITEM"), Sha256.NONE);
            Journal journal = session.claim(() -> {});
            boolean measured = i % 5 == 0;
            if (measured) {
                journal.measure(0, Session.NOT_READ);
            }
            session.begin(journal, account, EntryRuState.REPORTED.flags(true), 0, measured, nowNanos.get());
            nowNanos.addAndGet(i * 100_000L);
            journal.setEnded(i * 100_000L, i % 4 == 0 ? (i % 8 == 0 ? ~0 : 3) : 0);
            if (measured) {
                journal.setMeasured(i * 1_000L, Session.NOT_READ);
            }
            session.end(journal, EntryRuState.REPORTED, i % 10 == 0 ? 1 : 0, i % 7 == 0 ? 1 : 0);
            session.addRu(account, EntryRuState.REPORTED, true, i / 4.0, 0);
        }
        sessions.close(session);
    }

    /** Executes {@code text} once with request units of {@code source}. */
    void spend(String text, String source, double ru) {
        spend(text, source, "web", ru);
    }

    /** Executes {@code text} once by {@code user} with request units of {@code source}. */
    void spend(String text, String source, String user, double ru) {
        Session session = sessions.open(user);
        Spender spender = sessions.spender(counted.schema("shop"), new RuOwner("H2/shop", source, user), null);
        execute(session, spender.account(TextDigest.ofNormalized(text, ""), Sha256.NONE), ru);
        sessions.close(session);
    }

    private void execute(Session session, Account account, double ru) {
        Journal journal = session.claim(() -> {});
        session.begin(journal, account, EntryRuState.REPORTED.flags(true), 0, false, nowNanos.get());
        journal.setEnded(1_000_000, 0);
        session.end(journal, EntryRuState.REPORTED, 0, 0);
        session.addRu(account, EntryRuState.REPORTED, true, ru, 0);
    }

    /** Lets time pass until the open window is closed, and returns the reports of that window. */
    public List<Report> nextReports() throws InterruptedException {
        long width = TimeUnit.SECONDS.toNanos(topRu.reportInterval().seconds());
        long end = (nowNanos.get() / width + 1) * width;
        while (nowNanos.get() <= end) {
            nowNanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
            topRu.tick();
        }
        List<Report> made = new ArrayList<>();
        Report first = reports.poll(60, TimeUnit.SECONDS);
        if (first != null) {
            made.add(first);
        }
        reports.drainTo(made);
        return made;
    }

    @Override
    public void close() throws Exception {
        tables.close();
        connector.stop();
        registration.close();
        topRu.close();
        reporter.close();
    }
}
