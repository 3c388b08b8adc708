package dev.tollbooth.internal.instance;

import dev.tollbooth.internal.advice.AdviceWatch;
import dev.tollbooth.internal.budget.Budgets;
import dev.tollbooth.internal.control.Problem;
import dev.tollbooth.internal.control.Problems;
import dev.tollbooth.internal.control.Scheduler;
import dev.tollbooth.internal.execution.AccountingContext;
import dev.tollbooth.internal.jmx.ExposedInstance;
import dev.tollbooth.internal.jmx.InstanceFacts;
import dev.tollbooth.internal.memory.MemoryPart;
import dev.tollbooth.internal.settings.Setting;
import dev.tollbooth.internal.settings.Settings;
import dev.tollbooth.internal.topru.Collector;
import dev.tollbooth.internal.topru.TopRu;
import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.spi.MemoryTraceProvider;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The outputs of one instance: TopRU with its reports, metrics, SQL tables, the page's port and the memory watch.
 * Statements need none of these, so the outputs are created on first use, or some moments after the start.
 *
 * <p>Thread-safe.
 */
final class InstanceOutputs implements AutoCloseable {

    /** The most rows of an MBean's table. */
    private static final int MBEAN_ROWS = 200;

    private final Settings settings;
    private final AccountingContext instruments;
    private final Problems problems = new Problems();
    private final TopRu topRu;
    private final Reports reports;
    private final SqlAccess sqlAccess;
    private final MemoryWatch memory;
    private final MetricOutputs metrics;
    private final Scheduler worker;
    private final Runnable telling; // a strong reference, because the worker's is weak
    private final AdviceWatch advising; // a strong reference, too

    InstanceOutputs(InstanceParts parts, String name, Instant madeAt) {
        this.settings = parts.settings;
        this.worker = parts.worker;
        this.instruments = parts.instruments;
        instruments
                .notices()
                .drops()
                .include(
                        DropReason.PLAN_REFUSED,
                        () -> new DropCount(instruments.costs().planBook().refused(), 0));
        this.topRu = new TopRu(
                settings.report().interval(),
                instruments.sessions(),
                instruments.ticker(),
                System::currentTimeMillis,
                instruments.notices().drops(),
                instruments.failures());
        this.reports = new Reports(settings.name(), topRu, instruments, problems, worker);
        topRu.start(parts.scheduler, worker);
        this.telling = instruments.attribution().budgets()::tell;
        watch(instruments.attribution().budgets());
        this.advising = new AdviceWatch(instruments.statements().adviser()::look);
        worker.every(AdviceWatch.PERIOD_NANOS, advising).start();
        this.sqlAccess = new SqlAccess(
                instruments.statements(),
                instruments.sessions(),
                reports.reporter().windows(),
                instruments.failures(),
                problems);
        this.memory = new MemoryWatch(parts.memory, settings.memory().limitBytes());
        memory.logLate(instruments.failures());
        this.metrics = new MetricOutputs(
                settings, name, instruments, parts.database, reports.reporter(), memory.traces(), problems, madeAt);
    }

    /** Lets {@code budgets} watch the users' request units, which are then collected. */
    private void watch(Budgets budgets) {
        if (!budgets.isEmpty() && settings.enabled()) {
            topRu.watch(budgets);
            topRu.subscribe(ItemInterval.SECONDS_60, Set.of(Collector.TOP_RU));
            problems.include(budgets::exceeded);
            worker.every(1_000_000_000, telling).start();
        }
    }

    Reports reports() {
        return reports;
    }

    MetricOutputs metrics() {
        return metrics;
    }

    /** Opens the outputs that settings name, except the port of the SQL tables. */
    void open() {
        if (settings.report().isAny()) {
            reports.open(settings, metrics.telemetry());
        }
        if (settings.report().sendsMetrics() || settings.report().prometheus().isOn()) {
            metrics.telemetry().start();
        }
        metrics.open(settings.report().prometheus());
    }

    SqlAccess sqlAccess() {
        return sqlAccess;
    }

    /**
     * Opens the page's port, and returns an object that closes it. The console's classes are loaded only now. A port
     * that can't be opened is logged and shown, and the application continues.
     */
    AutoCloseable openConsole(Supplier<ConsoleTarget> target) {
        try {
            for (ConsoleProvider provider :
                    ServiceLoader.load(ConsoleProvider.class, ConsoleProvider.class.getClassLoader())) {
                return provider.open(target.get(), settings.console());
            }
            noConsole("no console in this jar; take the one that Tollbooth publishes");
        } catch (IOException e) {
            // the port is in use: this message holds no secret
            noConsole(String.valueOf(e.getMessage()));
        } catch (NoClassDefFoundError e) {
            noConsole("no HTTP server in this run-time image; add the module jdk.httpserver");
        }
        return () -> {};
    }

    private void noConsole(String cause) {
        String port = Setting.CONSOLE_LISTEN.key + "=" + settings.console().port();
        problems.add(new Problem("no console", port + ": " + cause));
    }

    /** Starts the memory watch; to be called once. */
    void watchMemory() {
        memory.start(instruments.statements(), instruments.sessions(), worker);
        memory.watch(topRu, instruments.costs().plans());
        memory.traces()
                .register(
                        MemoryPart.TOP_RU,
                        "plan book",
                        node -> node.own(instruments.costs().planBook().bytes()));
        memory.traces()
                .register(
                        MemoryPart.TOP_RU,
                        "plans of sources",
                        node -> node.own(instruments.costs().sources().heldBytes()));
        reports.reporter().register(memory.traces());
        memory.traces().register(MemoryPart.SQL_TABLES, "database", sqlAccess::trace);
    }

    /** Counts the memory of an application's provider, until the result is closed. */
    AutoCloseable trace(String name, MemoryTraceProvider provider) {
        return memory.traces()
                .register(
                        MemoryPart.APPLICATION,
                        name,
                        new ApplicationMemory(name, provider, instruments.failures(), System::nanoTime));
    }

    /** Returns the memory as {@code Tollbooth.memory} does. */
    Map<String, Long> memory() {
        return memory.bytesByPath();
    }

    /** Counts the memory of a page, until the result is closed. */
    AutoCloseable watch(ConsoleMemory page) {
        return memory.watch(page);
    }

    /** Returns the views of the MBeans for an instance created at {@code madeAt}. */
    ExposedInstance exposed(Instant madeAt) {
        return new ExposedInstance(
                instruments.statements(),
                instruments.sessions(),
                instruments.accounting(),
                instruments.failures(),
                problems,
                reports.reporter(),
                memory.exposed(),
                instruments.attribution().budgets(),
                metrics::openMetrics,
                facts(madeAt));
    }

    private InstanceFacts facts(Instant madeAt) {
        return new InstanceFacts(
                settings.rows(),
                settings.ignored(),
                MBEAN_ROWS,
                Version.TEXT,
                Version::build,
                madeAt,
                Instances.ofDriver().notices()::unaccountedConnections);
    }

    /** Sends unreported figures and closes the SQL tables; a second call does nothing. */
    @Override
    public void close() {
        metrics.close();
        reports.close();
        sqlAccess.close();
        memory.close();
    }
}
