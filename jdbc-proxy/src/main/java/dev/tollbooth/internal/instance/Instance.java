package dev.tollbooth.internal.instance;

import dev.tollbooth.internal.control.DaemonThread;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Log;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.control.ScheduledTask;
import dev.tollbooth.internal.execution.CurrentUser;
import dev.tollbooth.internal.jmx.Registration;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.metrics.Telemetry;
import dev.tollbooth.internal.origin.CurrentOrigin;
import dev.tollbooth.internal.provider.SqlTables;
import dev.tollbooth.internal.proxy.ConnectionWrapper;
import dev.tollbooth.internal.report.Reporter;
import dev.tollbooth.internal.settings.Settings;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.trace.Exemplar;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.ReportConsumer;
import dev.tollbooth.spi.MemoryTraceProvider;
import dev.tollbooth.statement.RuTerm;
import dev.tollbooth.statement.Sha256;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import javax.management.MBeanServer;
import org.jspecify.annotations.Nullable;

/**
 * One Tollbooth from its start to its end: {@link InstanceParts} creates its parts, and {@link InstanceOutputs} shows
 * its figures.
 *
 * <p>Thread-safe. Two instances share nothing. Connections outlive {@link #close()} and continue unaccounted.
 */
public final class Instance implements AutoCloseable {

    /**
     * The delay of the first tick, in nanoseconds. By then, an application has loaded most of the classes for its
     * start.
     */
    private static final long FIRST_TICK_NANOS = 1_000_000_000;

    /** The period in nanoseconds in which entries are applied and unused memory is freed. */
    private static final long TICK_NANOS = 1_000_000_000;

    /** The time limit of a close in nanoseconds: 10 seconds for files, the rest for schedulers and the last reports. */
    static final long CLOSE_PATIENCE_NANOS = 15_000_000_000L;

    private final InstanceParts parts;
    private final String name;
    private final Lazy<InstanceOutputs> outputs = new Lazy<>(this::newOutputs);
    private final Lazy<AutoCloseable> mBeans = new Lazy<>(this::newMBeans);
    private final Lazy<AutoCloseable> console = new Lazy<>(this::newConsole);
    private final LastReports lastReports;
    private final Runnable firstTick = mBeans::get; // a strong reference, because the worker's is weak
    private final Runnable tick; // a strong reference, too
    private final Instant madeAt = Instant.now();
    private volatile boolean closed;
    private volatile boolean portsAsked;

    /** Makes the instance of {@code settings}, with the JVM's observers of threads. */
    public Instance(Settings settings) {
        this(settings, settings.name());
    }

    /** Makes the instance of {@code settings}, shown as {@code name}. */
    Instance(Settings settings, String name) {
        this.name = name;
        this.parts = new InstanceParts(settings, ThisJvm.observers());
        this.lastReports = new LastReports(() -> outputs.get().reports().closeAtExit(), failures());
        this.tick = sessions()::tick;
        parts.instruments.accounting().set(settings.enabled());
        if (settings.enabled()) {
            start();
        }
    }

    private void start() {
        parts.worker.once(FIRST_TICK_NANOS, firstTick).start();
        parts.worker.every(TICK_NANOS, tick).start();
        if (parts.watchdog != null) {
            parts.watchdog.start(parts.scheduler);
        }
        if (settings().report().usesGrpc()) {
            outputs.get();
        }
        if (!settings().budgets().isEmpty()) {
            // budgets count everything since the start, as report files do
            sessions().setCollecting(true);
        }
        if (settings().report().directory() != null) {
            // report files contain everything since the start, though they are opened later
            sessions().setCollecting(true);
            lastReports.sendAtShutdown();
        }
    }

    private InstanceOutputs newOutputs() {
        InstanceOutputs made = new InstanceOutputs(parts, name, madeAt);
        if (settings().enabled()) {
            made.open();
        }
        if (closed) {
            made.close();
        }
        return made;
    }

    /** Returns whether settings name a sink of reports. */
    private boolean reports() {
        return settings().enabled() && settings().report().isAny();
    }

    /** Creates the parts that the first statements don't need: sinks, memory watch, MBeans. Returns the MBeans. */
    private AutoCloseable newMBeans() {
        AutoCloseable made = () -> {};
        try {
            parts.memory.calibrate();
            outputs.get().watchMemory();
            if (settings().jmx() && !closed) {
                MBeanServer server = ManagementFactory.getPlatformMBeanServer();
                made = Registration.register(server, name, outputs.get().exposed(madeAt));
                if (!name.equals(settings().name())) {
                    Log.info("instance name is taken: name=" + settings().name() + ", shown as=" + name
                            + "; set tollbooth.name to distinguish instances");
                }
            }
        } catch (NoClassDefFoundError e) {
            Log.info(
                    "no MBeans: this Java run time lacks the module java.management; add it, or set tollbooth.jmx=off");
        } catch (Throwable t) {
            parts.instruments.caught(Place.JMX, t);
        }
        closeIfClosed(made);
        return made;
    }

    private AutoCloseable newConsole() {
        AutoCloseable made = () -> {};
        try {
            made = outputs.get().openConsole(this::consoleTarget);
        } catch (Throwable t) {
            parts.instruments.caught(Place.CONSOLE, t);
        }
        closeIfClosed(made);
        return made;
    }

    private void closeIfClosed(AutoCloseable made) {
        if (closed) {
            close(made);
        }
    }

    private void close(@Nullable AutoCloseable part) {
        try {
            if (part != null) {
                part.close();
            }
        } catch (Exception | LinkageError e) {
            failures().caught(Place.CLOSE, e);
        }
    }

    /**
     * Opens the ports that the settings name for the SQL tables and the page. Only the first call does something; each
     * returns this instance.
     */
    public Instance openPorts() {
        if (portsAsked) {
            return this; // without a lock, because every connect calls this
        }
        portsAsked = true;
        try {
            if (settings().enabled() && settings().sql().listens()) {
                outputs.get().sqlAccess().openPort(settings().sql());
            }
        } catch (Throwable t) {
            parts.instruments.caught(Place.SQL, t);
        }
        if (settings().enabled() && settings().console().listens() && !closed) {
            console.get();
        }
        return this;
    }

    /** Returns the views and actions for a page. */
    public ConsoleTarget consoleTarget() {
        complete(); // starts the memory watch, which the page shows
        return new ConsoleTarget(
                name,
                outputs.get().exposed(madeAt),
                this::explainRu,
                this::exemplars,
                consumer -> reporter().subscribe("console", consumer, ItemInterval.SECONDS_15),
                outputs.get()::watch,
                this::everySecond);
    }

    private List<Exemplar> exemplars() {
        return parts.instruments
                .notices()
                .exemplars()
                .read(parts.instruments.ticker().nanoTime());
    }

    /** Returns the reporter. */
    public Reporter reporter() {
        return outputs.get().reports().reporter();
    }

    private AutoCloseable everySecond(Runnable task) {
        ScheduledTask ticking = parts.worker.every(TICK_NANOS, task);
        ticking.start();
        return ticking::cancel;
    }

    /** Returns the displayed name: the setting, with a number behind it if another instance had that name. */
    public String name() {
        return name;
    }

    /** Creates the parts of the first tick now: sinks, memory watch, MBeans. Returns this instance. */
    public Instance complete() {
        if (settings().enabled() && !closed) {
            mBeans.get();
        }
        return this;
    }

    /** Returns the table of statements. */
    public StatementTable statements() {
        return parts.instruments.statements();
    }

    /** Returns the open connections with their running statements. */
    public SessionRegistry sessions() {
        return parts.instruments.sessions();
    }

    /**
     * Returns the SQL tables, opened at the first call; they close with this instance.
     *
     * @throws SQLException if H2 is not on the class path or has an unsuitable version, or this instance is closed
     */
    public SqlTables sqlTables() throws SQLException {
        return outputs.get().sqlAccess().tables();
    }

    /** Subscribes as {@code Tollbooth.subscribe} does; returns the subscription. */
    public AutoCloseable subscribe(ReportConsumer consumer, ItemInterval interval) {
        AutoCloseable subscription = reporter().subscribeListener("listener", consumer, interval);
        lastReports.sendAtShutdown();
        return subscription;
    }

    /** Returns the failures of accounting itself. */
    public Failures failures() {
        return parts.instruments.failures();
    }

    /** Returns the metrics. */
    public Telemetry telemetry() {
        return outputs.get().metrics().telemetry();
    }

    /** Returns the users of threads. */
    public CurrentUser users() {
        return parts.instruments.attribution().users();
    }

    /** Counts the memory of an application's provider, until the result is closed. */
    public AutoCloseable traceMemory(String name, MemoryTraceProvider provider) {
        return outputs.get().trace(name, provider);
    }

    /** Returns the memory as {@code Tollbooth.memory} does. */
    public Map<String, Long> memory() {
        complete();
        return outputs.get().memory();
    }

    /** Returns the origins of threads. */
    public CurrentOrigin origins() {
        return parts.instruments.attribution().origins();
    }

    /** Returns the terms of request units as {@code Tollbooth.explainRu} does. */
    public List<RuTerm> explainRu(String digest) {
        return parts.instruments.statements().explain(Sha256.ofHex(digest));
    }

    /** Returns the settings in force. */
    public Settings settings() {
        return parts.settings;
    }

    /**
     * Returns an opener of accounted connections; null if {@code tollbooth.enabled} is off.
     *
     * @param url the driver's own URL of the connections, empty for a data source
     */
    public @Nullable ConnectionWrapper connects(String url) {
        return settings().enabled() ? new ConnectionWrapper(parts.instruments, parts.vendorInterfaces, url) : null;
    }

    /** Returns whether this instance was closed. */
    public boolean isClosed() {
        return closed;
    }

    /**
     * Ends accounting, sends unreported figures, removes the MBeans and closes the SQL tables; a second call does
     * nothing. Report files and the application's consumers have 10 seconds for the last reports. Subscribers and
     * agents have one second in all, and none if the last report failed. If the process ends without a close, consumers
     * have that second only. The caller waits at most 15 seconds, whatever locks other threads hold.
     */
    @Override
    public void close() {
        closed = true;
        parts.instruments.accounting().set(false);
        DaemonThread.run(this::end, "tollbooth-close", CLOSE_PATIENCE_NANOS);
    }

    private void end() {
        parts.scheduler.close();
        parts.worker.close();
        close(console.ifMade());
        InstanceOutputs last = reports() ? outputs.get() : outputs.ifMade();
        if (last != null) {
            last.close();
        }
        lastReports.close();
        close(mBeans.ifMade());
        if (parts.watchdog != null) {
            parts.watchdog.close();
        }
    }
}
