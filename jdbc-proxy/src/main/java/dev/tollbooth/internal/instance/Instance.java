package dev.tollbooth.internal.instance;

import dev.tollbooth.internal.control.AccountingSwitch;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.control.Scheduler;
import dev.tollbooth.internal.execution.Attribution;
import dev.tollbooth.internal.execution.CostReading;
import dev.tollbooth.internal.execution.CurrentUser;
import dev.tollbooth.internal.execution.Instruments;
import dev.tollbooth.internal.execution.Notices;
import dev.tollbooth.internal.execution.SlowStatements;
import dev.tollbooth.internal.journal.QueryLimit;
import dev.tollbooth.internal.journal.QueryWatchdog;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.metrics.Telemetry;
import dev.tollbooth.internal.plan.PlanBook;
import dev.tollbooth.internal.proxy.VendorResults;
import dev.tollbooth.internal.ru.RuSources;
import dev.tollbooth.internal.settings.Settings;
import dev.tollbooth.internal.sql.SqlTables;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.internal.topru.PlanTexts;
import dev.tollbooth.internal.vendor.VendorInterfaces;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.ReportConsumer;
import dev.tollbooth.statement.RuTerm;
import dev.tollbooth.statement.Sha256;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parts of one Tollbooth: settings, statement table, digest caches, MBeans. The one place that puts them together.
 *
 * <p>Thread-safe. Two instances share nothing. Connections outlive {@link #close()}: they go on, unaccounted.
 */
public final class Instance implements AutoCloseable {

    /** By then an application has loaded most of what it needs to start. */
    private static final long FIRST_TICK_NANOS = 1_000_000_000;

    /** How often what was executed is settled whoever reads, and what nobody uses is given back. */
    private static final long TICK_NANOS = 1_000_000_000;

    private final Settings settings;
    private final MemoryAccounts memory;
    private final Instruments instruments;
    private final TimedConnects connects;
    private final @Nullable QueryWatchdog watchdog;
    private final Lazy<Outlets> readers = new Lazy<>(this::newReaders);
    private final Lazy<MBeans> mBeans = new Lazy<>(this::newMBeans);
    private final LastReports lastReports;
    /** Runs what has to be punctual. */
    private final Scheduler scheduler;
    /** Runs what may take its time. */
    private final Scheduler worker;

    private final Runnable firstTick = mBeans::get; // held here, weakly by the worker
    private final Runnable tick; // likewise
    private final Instant madeAt = Instant.now();
    private volatile boolean closed;

    /** Makes the instance of {@code settings}. */
    public Instance(Settings settings) {
        this.settings = settings;
        this.memory = new MemoryAccounts(settings);
        this.scheduler = new Scheduler("tollbooth-scheduler-" + settings.name());
        this.worker = new Scheduler("tollbooth-worker-" + settings.name());
        this.instruments = instruments(settings, memory);
        SessionRegistry sessions = instruments.sessions();
        Failures failures = instruments.failures();
        QueryLimit queryLimit = sessions.queryLimit();
        this.watchdog = queryLimit == null ? null : new QueryWatchdog(queryLimit, sessions, failures);
        this.connects =
                new TimedConnects(settings.enabled(), instruments, new VendorInterfaces(failures, VendorResults.class));
        this.lastReports = new LastReports(() -> readers.get().reports().closeAtExit(), failures);
        this.tick = sessions::tick;
        instruments.accounting().set(settings.enabled());
        if (settings.enabled()) {
            start();
        }
    }

    private static Instruments instruments(Settings settings, MemoryAccounts memory) {
        Ticker ticker = Ticker.SYSTEM;
        AccountingSwitch accounting = new AccountingSwitch();
        Failures failures = new Failures(ticker);
        StatementTable table =
                new StatementTable(settings.statementTable(), ticker, WallClock.anchoredNow(ticker), memory.table());
        RuSources sources = new RuSources(settings.ru());
        SessionRegistry.Clock clock = new SessionRegistry.Clock(ticker, accounting, failures);
        return new Instruments(
                ticker,
                accounting,
                failures,
                table,
                new SessionRegistry(table, clock, options(settings, sources)),
                new Attribution(memory.digestCaches(), new CurrentUser(accounting)),
                new CostReading(
                        sources,
                        sources.estimate(),
                        new PlanTexts(),
                        new PlanBook(settings.plans()),
                        memory.clientBytes()),
                new Notices(new SlowStatements(settings.slowThresholdNanos(), ticker), new DropCounters()));
    }

    private static SessionRegistry.Options options(Settings settings, RuSources sources) {
        return new SessionRegistry.Options(
                settings.memory().newQueryLimit(),
                sources.estimate() == null ? null : settings.ru().model());
    }

    private void start() {
        worker.once(FIRST_TICK_NANOS, firstTick).start();
        worker.every(TICK_NANOS, tick).start();
        if (watchdog != null) {
            watchdog.start(scheduler);
        }
        if (settings.report().usesGrpc()) {
            readers.get();
        }
        if (settings.report().directory() != null) {
            // report files get what was counted since the begin, though they are opened later
            instruments.sessions().setCollecting(true);
            lastReports.sendAtShutdown();
        }
    }

    private Outlets newReaders() {
        Outlets made = new Outlets(settings, instruments, memory, scheduler, worker, madeAt);
        if (settings.enabled()) {
            made.open();
        }
        if (closed) {
            made.close();
        }
        return made;
    }

    /** Whether settings name a sink of reports. */
    private boolean reports() {
        return settings.enabled()
                && (settings.report().isAny() || settings.telemetry().sends());
    }

    /** Makes what the first statements do without: sinks, the watch over memory, MBeans. */
    private MBeans newMBeans() {
        MBeans made = new MBeans(settings.name(), instruments.failures());
        try {
            memory.calibrate();
            readers().watchMemory();
            if (settings.jmx()) {
                made.register(readers().exposed(madeAt));
            }
        } catch (Throwable t) {
            instruments.caught(Place.JMX, t);
        }
        if (closed) {
            made.close();
        }
        return made;
    }

    /** Returns what reads the accounts, made at the first call. */
    Outlets readers() {
        return readers.get();
    }

    /** Opens the port that settings name, once: that loads H2. */
    public Instance openPorts() {
        try {
            if (settings.enabled() && settings.sql().listens()) {
                readers().sqlDoors().openPort(settings.sql());
            }
        } catch (Throwable t) {
            instruments.caught(Place.SQL, t);
        }
        return this;
    }

    /** Makes now what the first tick makes otherwise: sinks, the watch over memory, MBeans. */
    public Instance complete() {
        if (settings.enabled() && !closed) {
            mBeans.get();
        }
        return this;
    }

    /** Returns the table of statements. */
    public StatementTable statements() {
        return instruments.statements();
    }

    /** Returns the open connections, and through them what runs now. */
    public SessionRegistry sessions() {
        return instruments.sessions();
    }

    /**
     * Returns the accounts as tables in SQL, opened at the first call; they end with this instance.
     *
     * @throws SQLException if H2 is not on the class path or its version does not fit, or this instance is closed
     */
    public SqlTables sqlTables() throws SQLException {
        return readers().sqlDoors().tables();
    }

    /** As {@code Tollbooth.subscribe}. */
    public AutoCloseable subscribe(ReportConsumer consumer, ItemInterval interval) {
        AutoCloseable subscription = readers().reports().subscribe("listener", consumer, interval);
        lastReports.sendAtShutdown();
        return subscription;
    }

    /** Returns what has failed of accounting's own. */
    public Failures failures() {
        return instruments.failures();
    }

    /** Returns its metrics. */
    public Telemetry telemetry() {
        return readers().metrics().telemetry();
    }

    /** Returns whom threads execute statements as. */
    public CurrentUser users() {
        return instruments.attribution().users();
    }

    /** As {@code Tollbooth.explainRu}. */
    public List<RuTerm> explainRu(String digest) {
        return instruments
                .statements()
                .explain(Sha256.ofHex(digest), settings.ru().model());
    }

    /** Returns the settings in force. */
    public Settings settings() {
        return settings;
    }

    /** Returns what connects to databases. */
    public TimedConnects connects() {
        return connects;
    }

    /** Returns whether it was closed. */
    public boolean isClosed() {
        return closed;
    }

    /**
     * Ends accounting, sends what is not reported yet, removes the MBeans and closes the SQL tables; a second call does
     * nothing. Report files, and consumers of the application's, have 10 seconds to take the last reports, subscribers and
     * agents one second in all, and none where the last report failed. Where the process ends without a close, consumers
     * have no more than that either.
     */
    @Override
    public void close() {
        closed = true;
        instruments.accounting().set(false);
        scheduler.close();
        worker.close();
        Outlets last = reports() ? readers.get() : readers.ifMade();
        if (last != null) {
            last.close();
        }
        lastReports.close();
        MBeans registered = mBeans.ifMade();
        if (registered != null) {
            registered.close();
        }
        if (watchdog != null) {
            watchdog.close();
        }
    }
}
