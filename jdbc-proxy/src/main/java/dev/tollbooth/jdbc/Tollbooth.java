package dev.tollbooth.jdbc;

import dev.tollbooth.accounting.control.AccountingSwitch;
import dev.tollbooth.accounting.control.Failures;
import dev.tollbooth.accounting.control.Place;
import dev.tollbooth.accounting.control.Scheduler;
import dev.tollbooth.accounting.journal.QueryLimit;
import dev.tollbooth.accounting.journal.QueryWatchdog;
import dev.tollbooth.accounting.journal.SessionRegistry;
import dev.tollbooth.accounting.report.DropCounters;
import dev.tollbooth.accounting.report.ItemInterval;
import dev.tollbooth.accounting.report.ReportConsumer;
import dev.tollbooth.accounting.ru.PlanTexts;
import dev.tollbooth.accounting.statement.RuExplanation;
import dev.tollbooth.accounting.statement.StatementTable;
import dev.tollbooth.accounting.time.Ticker;
import dev.tollbooth.accounting.time.WallClock;
import dev.tollbooth.jdbc.proxy.Attribution;
import dev.tollbooth.jdbc.proxy.CostReading;
import dev.tollbooth.jdbc.proxy.CurrentUser;
import dev.tollbooth.jdbc.proxy.Instruments;
import dev.tollbooth.jdbc.proxy.Notices;
import dev.tollbooth.jdbc.proxy.PlanBook;
import dev.tollbooth.jdbc.proxy.SlowStatements;
import dev.tollbooth.jdbc.proxy.VendorInterfaces;
import dev.tollbooth.jdbc.source.RuSources;
import dev.tollbooth.reporter.sql.SqlTables;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * One set of accounts: settings, statement table, digest caches, MBeans. The one place that puts the parts together.
 *
 * <p>Thread-safe. Two instances share nothing. Connections outlive {@link #close()}: they go on, unaccounted.
 */
public final class Tollbooth implements AutoCloseable {

    /** By then an application has loaded most of what it needs to start. */
    private static final long FIRST_TICK_NANOS = 1_000_000_000;

    /** How often what was executed is settled whoever reads, and what nobody uses is given back. */
    private static final long TICK_NANOS = 1_000_000_000;

    private final Settings settings;
    private final MemoryAccounts memory;
    private final Instruments instruments;
    private final TimedConnects connects;
    private final @Nullable QueryWatchdog watchdog;
    private final Lazy<Readers> readers = new Lazy<>(this::newReaders);
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
    Tollbooth(Settings settings) {
        this.settings = settings;
        this.memory = new MemoryAccounts(settings);
        this.scheduler = new Scheduler("tollbooth-scheduler-" + settings.name());
        this.worker = new Scheduler("tollbooth-worker-" + settings.name());
        this.instruments = instruments(settings, memory);
        SessionRegistry sessions = instruments.sessions();
        Failures failures = instruments.failures();
        QueryLimit queryLimit = sessions.queryLimit();
        this.watchdog = queryLimit == null ? null : new QueryWatchdog(queryLimit, sessions, failures);
        this.connects = new TimedConnects(settings.enabled(), instruments, new VendorInterfaces(failures));
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

    private Readers newReaders() {
        Readers made = new Readers(settings, instruments, memory, scheduler, worker);
        if (reports()) {
            made.reports().open(settings.report(), settings.name());
        }
        if (closed) {
            made.close();
        }
        return made;
    }

    /** Whether settings name a sink of reports. */
    private boolean reports() {
        return settings.enabled() && settings.report().isAny();
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
    Readers readers() {
        return readers.get();
    }

    /** Opens the ports that settings name, once: that loads H2. */
    Tollbooth openPorts() {
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
    private Tollbooth complete() {
        if (settings.enabled() && !closed) {
            mBeans.get();
        }
        return this;
    }

    /** Starts the description of a new instance; settings that it does not name come from the usual sources. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns the instance that {@code jdbc:tollbooth:} URLs without settings of their own use. */
    public static Tollbooth shared() {
        return shared(Map.of());
    }

    /**
     * Returns the instance that {@code jdbc:tollbooth:} URLs with these settings in them or among their properties use;
     * one that accounts for nothing where there are 64 others already. It has its MBeans from now on; without this call it
     * has them a second after it was made.
     *
     * @param settings keys with {@code tollbooth.} before them
     * @throws SettingsException if one of them is unknown or its value bad
     */
    public static Tollbooth shared(Map<String, String> settings) {
        return TollboothDriver.instances().get(TypedSettings.of(settings)).complete();
    }

    /** Returns {@code dataSource} with its connections accounted here. */
    public DataSource wrap(DataSource dataSource) {
        return new TollboothDataSource(dataSource, this);
    }

    /** Returns the table of statements, to be read. */
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

    /**
     * Gives {@code consumer} each report from now on, on a thread of its own, until the result is closed. While there is a
     * consumer, request units are collected by user and statement.
     *
     * @param interval the widest items that it can do with; the finest of all consumers is used
     * @throws IllegalStateException if there are ten consumers already, or this instance is closed
     */
    public AutoCloseable subscribe(ReportConsumer consumer, ItemInterval interval) {
        AutoCloseable subscription = readers().reports().subscribe("listener", consumer, interval);
        lastReports.sendAtShutdown();
        return subscription;
    }

    /**
     * Runs {@code action}; what this thread executes meanwhile is accounted to the user {@code name}, on any connection of
     * this instance.
     *
     * <p>Scopes nest; the inner one counts. A scope ends with the action, however that ends, and is of this thread alone,
     * which may be a virtual one: a task that the action hands to another thread needs a scope of its own there. An
     * execution, and the reading of its result set, is its begin's user's.
     *
     * @param name the user, such as a tenant; cut at 256 characters
     * @throws E what {@code action} threw
     */
    public <E extends Exception> void asUser(String name, ThrowingRunnable<E> action) throws E {
        String before = instruments.attribution().users().enter(name);
        try {
            action.run();
        } finally {
            instruments.attribution().users().leave(before);
        }
    }

    /**
     * As {@link #asUser(String, ThrowingRunnable)}, with a value.
     *
     * @return what {@code action} returned
     * @throws E what {@code action} threw
     */
    public <T extends @Nullable Object, E extends Exception> T asUser(String name, ThrowingSupplier<T, E> action)
            throws E {
        String before = instruments.attribution().users().enter(name);
        try {
            return action.get();
        } finally {
            instruments.attribution().users().leave(before);
        }
    }

    /**
     * Returns what the request units of a statement are made of: blocks, log, time and statements with their factors where
     * they were calculated or estimated, the figure alone where a server told it.
     *
     * @param digest 64 hexadecimal digits; rows of several schemas are added up
     * @throws IllegalArgumentException if no row has this digest
     */
    public RuExplanation explainRu(String digest) {
        return RuExplanation.of(
                digest, instruments.statements().snapshot(), settings.ru().model());
    }

    /** Returns the settings in force. */
    public Settings settings() {
        return settings;
    }

    /** Returns what connects to databases. */
    TimedConnects connects() {
        return connects;
    }

    boolean isClosed() {
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
        Readers last = reports() ? readers.get() : readers.ifMade();
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

    /** Describes a new instance. Not thread-safe. */
    public static final class Builder {

        private final Map<String, String> explicit = new LinkedHashMap<>();

        private Builder() {}

        /** Sets {@code key}, with or without {@code tollbooth.} before it, to {@code value}. */
        public Builder setting(String key, String value) {
            explicit.put(key, value);
            return this;
        }

        /**
         * Makes the instance, and registers its MBeans.
         *
         * @throws SettingsException if a key set here is unknown or its value bad: names both, and what is allowed
         */
        public Tollbooth build() {
            Settings settings = Settings.load(explicit, Sources.ofThisJvm());
            if (!settings.ignored().isEmpty()) {
                TollboothDriver.instances().notices().ignored(settings.ignored());
            }
            return new Tollbooth(settings).openPorts().complete();
        }
    }
}
