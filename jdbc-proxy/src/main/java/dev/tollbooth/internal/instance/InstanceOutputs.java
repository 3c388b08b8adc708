package dev.tollbooth.internal.instance;

import dev.tollbooth.internal.advice.AdviceWatch;
import dev.tollbooth.internal.budget.Budgets;
import dev.tollbooth.internal.control.Problems;
import dev.tollbooth.internal.control.Scheduler;
import dev.tollbooth.internal.execution.AccountingContext;
import dev.tollbooth.internal.jmx.ExposedInstance;
import dev.tollbooth.internal.jmx.InstanceFacts;
import dev.tollbooth.internal.memory.MemoryPart;
import dev.tollbooth.internal.settings.Settings;
import dev.tollbooth.internal.topru.Collector;
import dev.tollbooth.internal.topru.TopRu;
import dev.tollbooth.internal.topru.TopRuOptions;
import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.spi.MemoryTraceProvider;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/**
 * The readers of one instance's accounts: TopRU with its reports, the SQL tables, the watch over memory, and through them
 * the MBeans. No statement needs any of it, so it is made for the first who does, or some moments after the start.
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
    private final ConsoleAccess console;
    private final MemoryWatch memory;
    private final MetricOutputs metrics;
    private final Scheduler worker;
    private final Runnable telling; // held here, weakly by the worker
    private final AdviceWatch advising; // likewise

    InstanceOutputs(InstanceParts parts, String name, Instant madeAt) {
        this.settings = parts.settings;
        this.worker = parts.worker;
        this.instruments = parts.instruments;
        instruments
                .notices()
                .drops()
                .include(
                        DropReason.PLAN_REFUSED,
                        () -> new DropCount(instruments.costs().planBook().refused(), 0, 0, 0, 0));
        this.topRu = new TopRu(
                new TopRuOptions(settings.report().interval()),
                instruments.sessions(),
                instruments.ticker(),
                System::currentTimeMillis,
                instruments.notices().drops(),
                instruments.failures());
        this.reports = new Reports(settings.name(), topRu, instruments, problems, worker);
        topRu.start(parts.scheduler, worker);
        this.telling = instruments.attribution().budgets()::tell;
        watch(instruments.attribution().budgets());
        this.advising = new AdviceWatch(instruments.statements()::advice);
        worker.every(AdviceWatch.PERIOD_NANOS, advising).start();
        this.sqlAccess = new SqlAccess(
                instruments.statements(),
                instruments.sessions(),
                reports.reporter().windows(),
                instruments.failures(),
                problems);
        this.console = new ConsoleAccess(instruments.failures(), problems);
        this.memory = new MemoryWatch(parts.memory, settings.memory().limitBytes());
        memory.logLate(instruments.failures());
        this.metrics =
                new MetricOutputs(settings, name, instruments, reports.reporter(), memory.traces(), problems, madeAt);
    }

    /** Has {@code budgets} see what users spend, for which request units are collected. */
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

    /** Opens the ways out that settings name, but for the port of the SQL tables. */
    void open() {
        if (settings.report().isAny() || settings.telemetry().sends()) {
            reports.open(settings.report(), settings.name());
            reports.send(settings.telemetry(), settings, metrics.telemetry());
        }
        if (settings.telemetry().sends() || settings.telemetry().listens()) {
            metrics.telemetry().start();
        }
        metrics.open(settings.telemetry());
    }

    SqlAccess sqlAccess() {
        return sqlAccess;
    }

    ConsoleAccess console() {
        return console;
    }

    /** Begins to look at what all parts hold; to be called once. */
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

    /** Counts what a provider of the application's tells, until the result is closed. */
    AutoCloseable trace(String name, MemoryTraceProvider provider) {
        return memory.traces()
                .register(
                        MemoryPart.APPLICATION,
                        name,
                        new ApplicationMemory(name, provider, instruments.failures(), System::nanoTime));
    }

    /** As {@code Tollbooth.memory}. */
    Map<String, Long> memory() {
        return memory.bytesByPath();
    }

    /** Counts what a page keeps, until the result is closed. */
    AutoCloseable watch(ConsoleMemory page) {
        return memory.watch(page);
    }

    /** Returns what the MBeans show of an instance that was made then. */
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

    /** Sends what is not reported yet and closes the SQL tables; a second call does nothing. */
    @Override
    public void close() {
        console.close();
        metrics.close();
        reports.close();
        sqlAccess.close();
        memory.close();
    }
}
