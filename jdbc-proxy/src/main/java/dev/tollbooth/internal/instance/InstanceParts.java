package dev.tollbooth.internal.instance;

import dev.tollbooth.internal.budget.Budgets;
import dev.tollbooth.internal.control.AccountingSwitch;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Log;
import dev.tollbooth.internal.control.Scheduler;
import dev.tollbooth.internal.execution.AccountingContext;
import dev.tollbooth.internal.execution.Attribution;
import dev.tollbooth.internal.execution.CurrentUser;
import dev.tollbooth.internal.execution.EventRecorders;
import dev.tollbooth.internal.execution.ExecutionCosts;
import dev.tollbooth.internal.execution.SlowStatements;
import dev.tollbooth.internal.journal.QueryLimit;
import dev.tollbooth.internal.journal.QueryWatchdog;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.observe.ThreadObservers;
import dev.tollbooth.internal.origin.CurrentOrigin;
import dev.tollbooth.internal.origin.OriginMode;
import dev.tollbooth.internal.plan.PlanBook;
import dev.tollbooth.internal.proxy.VendorResults;
import dev.tollbooth.internal.ru.RuSources;
import dev.tollbooth.internal.settings.Settings;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.internal.topru.HashedTexts;
import dev.tollbooth.internal.trace.CurrentSpan;
import dev.tollbooth.internal.trace.ExemplarBoard;
import dev.tollbooth.internal.vendor.VendorInterfaces;
import dev.tollbooth.report.DropReason;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The composition root of one instance. It creates and connects the parts that statements need. {@link InstanceOutputs}
 * does the same later for the outputs.
 *
 * <p>Thread-safe: its fields never change.
 */
final class InstanceParts {

    final Settings settings;
    final MemoryAccounts memory;
    final AccountingContext instruments;
    final KnownDatabase database = new KnownDatabase();
    final VendorInterfaces vendorInterfaces;
    /** The watchdog of calls; null without a limit. */
    final @Nullable QueryWatchdog watchdog;
    /** The scheduler of tasks that must be on time. */
    final Scheduler scheduler;
    /** The scheduler of all other tasks. */
    final Scheduler worker;

    InstanceParts(Settings settings, ThreadObservers observers) {
        this.settings = settings;
        this.memory = new MemoryAccounts(settings);
        this.scheduler = new Scheduler("tollbooth-scheduler-" + settings.name());
        this.worker = new Scheduler("tollbooth-worker-" + settings.name());
        this.instruments = instruments(settings, memory, observers, database);
        SessionRegistry sessions = instruments.sessions();
        Failures failures = instruments.failures();
        QueryLimit limit = sessions.queryLimit();
        this.watchdog = limit == null ? null : new QueryWatchdog(limit, sessions, failures);
        this.vendorInterfaces = new VendorInterfaces(failures, VendorResults.class);
    }

    private static AccountingContext instruments(
            Settings settings, MemoryAccounts memory, ThreadObservers observers, KnownDatabase database) {
        Ticker ticker = Ticker.SYSTEM;
        AccountingSwitch accounting = new AccountingSwitch();
        observers.addTo(accounting);
        Budgets budgets = new Budgets(settings.budgets(), settings.budgetsEnforced());
        Failures failures = new Failures(ticker);
        StatementTable table =
                new StatementTable(settings.statementTable(), ticker, WallClock.anchoredNow(ticker), memory.table());
        table.adviser().onAsked(accounting::setSampled);
        RuSources sources = new RuSources(settings.ru());
        SessionRegistry sessions = new SessionRegistry(
                table, new SessionRegistry.Clock(ticker, accounting, failures), sessionOptions(settings, sources));
        return new AccountingContext(
                ticker,
                accounting,
                failures,
                table,
                sessions,
                new Attribution(
                        memory.digestCaches(),
                        new CurrentUser(accounting),
                        observers,
                        new CurrentOrigin(
                                table.originNames(), settings.origin(), accounting, sessions, spans(settings.origin())),
                        budgets,
                        database),
                new ExecutionCosts(
                        sources,
                        sources.estimate(),
                        HashedTexts.ofPlans(),
                        new PlanBook(settings.planSource(), settings.ru().planRefreshNanos()),
                        memory.clientBytes()),
                new EventRecorders(
                        new SlowStatements(settings.slowThresholdNanos(), ticker),
                        new ExemplarBoard(accounting, CurrentSpan::ids),
                        drops(table)));
    }

    private static SessionRegistry.Options sessionOptions(Settings settings, RuSources sources) {
        return new SessionRegistry.Options(
                settings.memory().newQueryLimit(),
                sources.estimate() == null ? null : settings.ru().model(),
                settings.topRuByOrigin() && settings.origin() != OriginMode.OFF);
    }

    private static Supplier<@Nullable String> spans(OriginMode mode) {
        Supplier<@Nullable String> found = mode == OriginMode.SPAN ? CurrentSpan.name() : null;
        if (mode == OriginMode.SPAN && found == null) {
            Log.warning("no span's name is an origin: OpenTelemetry's SDK is not on the class path of Tollbooth; put it"
                    + " there, or set tollbooth.origin=scope");
        }
        return found == null ? () -> null : found;
    }

    private static DropCounters drops(StatementTable table) {
        DropCounters drops = new DropCounters();
        drops.include(DropReason.ORIGIN_NAMES, table.originNames()::refused);
        return drops;
    }
}
