package dev.tollbooth.reporter;

import dev.tollbooth.accounting.control.Failures;
import dev.tollbooth.accounting.control.Place;
import dev.tollbooth.accounting.control.ScheduledTask;
import dev.tollbooth.accounting.control.Scheduler;
import dev.tollbooth.accounting.memory.MemoryPart;
import dev.tollbooth.accounting.memory.MemoryTrace;
import dev.tollbooth.accounting.memory.MemoryTraceManager;
import dev.tollbooth.accounting.report.DropCounters;
import dev.tollbooth.accounting.report.ItemInterval;
import dev.tollbooth.accounting.report.Report;
import dev.tollbooth.accounting.report.ReportConsumer;
import dev.tollbooth.accounting.report.Window;
import dev.tollbooth.accounting.ru.TopRu;
import dev.tollbooth.accounting.statement.StatementDelta;
import dev.tollbooth.accounting.statement.StatementDeltas;
import dev.tollbooth.accounting.statement.StatementTable;
import dev.tollbooth.accounting.time.Ticker;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes a report of each window and hands it to every sink: windows, the texts of what they name, and what the statement
 * table counted since the report before.
 *
 * <p>Where a report interval passes without a window, since no request units were spent, what the statement table counted
 * leaves all the same, five seconds later. Statement records begin with the first sink and end with the last.
 *
 * <p>Thread-safe. A report is built on the thread that closes the window; consumers run on threads of their own.
 */
public final class Reporter implements AutoCloseable {

    /** The most sinks at a time. */
    public static final int MAX_SINKS = 10;

    /** A window comes some time after its end; only what is later than this is not waited for. */
    private static final long GRACE_SECONDS = 5;

    private static final long TICK_NANOS = 1_000_000_000;

    private final String instance;
    private final WindowSource windows;
    private final StatementTable statements;
    private final DropCounters drops;
    private final Ticker ticker;
    private final LongSupplier epochMillis;
    private final Failures failures;
    private final ReportTexts texts;
    private final Tickets tickets;
    private final Runnable tick = this::tick; // held here, weakly by the scheduler
    private final ScheduledTask ticking;

    // guarded by this
    private final List<Subscription> sinks = new ArrayList<>();
    private final List<Subscription> listeners = new ArrayList<>();
    private volatile @Nullable StatementDeltas deltas;
    private volatile List<GuardedSink> traced = List.of(); // for the memory trace, which does not wait
    private long reportedUntilSeconds;
    private long sequence;
    private @Nullable String bootId;
    private final PlanChanges planChanges = new PlanChanges();
    private boolean closed;

    /**
     * A reporter without sinks; it takes {@code windows} from now on.
     *
     * @param instance the instance's name, {@code tollbooth.name}
     * @param epochMillis the wall clock, milliseconds since 1970 UTC
     * @param scheduler runs the tick of each second, while there is a sink or a ticket
     */
    public Reporter(
            String instance,
            WindowSource windows,
            StatementTable statements,
            DropCounters drops,
            Ticker ticker,
            LongSupplier epochMillis,
            Failures failures,
            Scheduler scheduler) {
        this.instance = instance;
        this.windows = windows;
        this.statements = statements;
        this.drops = drops;
        this.ticker = ticker;
        this.epochMillis = epochMillis;
        this.failures = failures;
        this.ticking = scheduler.every(TICK_NANOS, tick);
        this.texts = new ReportTexts(windows, drops);
        this.tickets = new Tickets(windows, ticker);
        windows.onWindow(this::takeWindow);
    }

    /**
     * Gives {@code consumer} each report from now on, on a thread of its own, until the subscription is closed.
     *
     * @param name what it is called where sinks are shown; a number is added where it is taken
     * @param interval the widest items that it can do with; the finest of all subscribers is used
     * @throws IllegalStateException if there are 10 already, or this is closed
     */
    public Subscription subscribe(String name, ReportConsumer consumer, ItemInterval interval) {
        return subscribe(MAX_SINKS, name, consumer, interval);
    }

    /** As {@link #subscribe}, for whoever connects to this process: it leaves two places to the application. */
    public Subscription subscribeFromOutside(String name, ReportConsumer consumer, ItemInterval interval) {
        return subscribe(MAX_SINKS - 2, name, consumer, interval);
    }

    private Subscription subscribe(int limit, String name, ReportConsumer consumer, ItemInterval interval) {
        Lease lease = windows.subscribe(interval);
        boolean added = false;
        try {
            Subscription subscription = add(sinks, limit, name, consumer, interval, lease);
            added = true;
            return subscription;
        } finally {
            if (!added) {
                lease.close();
            }
        }
    }

    /** Has the first sink get what the statement table counted before it came, too. */
    public synchronized void includeAllSoFar() {
        if (deltas == null && !closed) {
            begin(StatementDeltas.fromBegin(statements));
        }
    }

    private void begin(StatementDeltas first) {
        deltas = first;
        reportedUntilSeconds = nowSeconds();
    }

    /** Gives {@code consumer} each report that is made for others or for tickets; it switches nothing on. */
    public Subscription listen(String name, ReportConsumer consumer) {
        return add(listeners, Integer.MAX_VALUE, name, consumer, ItemInterval.SECONDS_60, () -> {});
    }

    private synchronized Subscription add(
            List<Subscription> to,
            int limit,
            String name,
            ReportConsumer consumer,
            ItemInterval interval,
            Lease lease) {
        if (closed) {
            throw closedAlready();
        }
        if (to.size() >= limit) {
            throw new IllegalStateException("too many report consumers: limit=" + limit + ", close one first");
        }
        if (deltas == null) {
            begin(StatementDeltas.fromNow(statements));
        }
        GuardedSink sink = new GuardedSink(freeName(name), interval, consumer, drops, ticker);
        Subscription subscription = new Subscription(this, sink, lease);
        to.add(subscription);
        sink.open();
        traced = allSinks();
        ticking.setStarted(true);
        return subscription;
    }

    private IllegalStateException closedAlready() {
        return new IllegalStateException("reporter is closed: instance=" + instance + ", make a new instance");
    }

    private String freeName(String name) {
        List<String> taken = allSinks().stream().map(GuardedSink::name).toList();
        String free = name;
        for (int suffix = 2; taken.contains(free); suffix++) {
            free = name + "-" + suffix;
        }
        return free;
    }

    /** Takes {@code subscription} out; what its sink has already is let through, for as long as a close waits for it. */
    void remove(Subscription subscription) {
        synchronized (this) {
            sinks.remove(subscription);
            listeners.remove(subscription);
            traced = allSinks();
            if (sinks.isEmpty() && listeners.isEmpty()) {
                deltas = null;
            }
            ticking.setStarted(isNeeded());
        }
        GuardedSink sink = subscription.sink();
        sink.close(sink.patienceNanos(false));
    }

    private boolean isNeeded() {
        return !closed && !(sinks.isEmpty() && listeners.isEmpty() && tickets.isEmpty());
    }

    /**
     * Opens a ticket for a consumer that comes and looks; see {@link Tickets}.
     *
     * @throws IllegalStateException if there are too many, or this is closed
     */
    public String openTicket(ItemInterval interval) {
        String ticket = tickets.open(interval);
        synchronized (this) {
            if (!closed) {
                ticking.setStarted(true);
                return ticket;
            }
        }
        tickets.close(ticket);
        throw closedAlready();
    }

    /** Gives a ticket back; false if there is no such ticket (any more). */
    public boolean closeTicket(String ticket) {
        return tickets.close(ticket);
    }

    /** Lets a ticket live on, throwing where there is no such ticket. */
    public void renewTicket(String ticket) {
        tickets.renew(ticket);
    }

    private void takeWindow(Window window) {
        try {
            synchronized (this) {
                reportedUntilSeconds = Math.max(reportedUntilSeconds, window.endEpochSeconds());
                send(window, deltas == null ? StatementDelta.NONE : deltas.next());
            }
        } catch (RuntimeException | LinkageError e) {
            failures.caught(Place.REPORT, e);
        }
    }

    /** Does what is due: once a second, while there is a sink or a ticket. */
    void tick() {
        try {
            tickets.expire();
            List<GuardedSink> all;
            synchronized (this) {
                ticking.setStarted(isNeeded());
                long width = windows.reportInterval().seconds();
                long now = nowSeconds();
                long edge = lastEdge(now, width);
                if (edge > reportedUntilSeconds && now - edge >= GRACE_SECONDS) {
                    sendStatements(edge);
                }
                all = allSinks();
            }
            all.forEach(GuardedSink::check);
        } catch (RuntimeException | LinkageError e) {
            failures.caught(Place.REPORT, e);
        }
    }

    /** Returns up to when no window is to come any more: one that is open may be longer than the interval that is set now. */
    private long lastEdge(long now, long width) {
        long edge = now - Math.floorMod(now, width);
        long open = windows.openWindowStart();
        boolean isCurrent = open != TopRu.NO_WINDOW && now - open <= ItemInterval.SECONDS_60.seconds() + GRACE_SECONDS;
        return isCurrent ? Math.min(edge, open) : edge;
    }

    /** Sends what the statement table counted since the last report, if anything, without a window. */
    private void sendStatements(long endSeconds) {
        StatementDelta delta = deltas == null ? StatementDelta.NONE : deltas.next();
        long start = Math.min(reportedUntilSeconds, endSeconds);
        reportedUntilSeconds = endSeconds;
        if (!delta.statements().isEmpty()) {
            int width = windows.itemInterval().seconds();
            send(new Window(start, endSeconds, width, List.of(), List.of()), delta);
        }
    }

    private void send(Window window, StatementDelta delta) {
        List<GuardedSink> takers = allSinks();
        if (takers.isEmpty()) {
            return;
        }
        Report report = new Report(
                instance,
                bootId(),
                ++sequence,
                window,
                texts.ofStatements(window, delta.statements()),
                texts.ofPlans(window),
                delta.statements(),
                delta.global(),
                drops.snapshot(),
                planChanges.next(window.ruRecords()));
        takers.forEach(sink -> sink.offer(report));
    }

    /** Made for the first report: random numbers need much of the JVM that an application may not. */
    private String bootId() {
        String known = bootId;
        if (known == null) {
            known = UUID.randomUUID().toString();
            bootId = known;
        }
        return known;
    }

    private synchronized List<GuardedSink> allSinks() {
        List<GuardedSink> all = new ArrayList<>(sinks.size() + listeners.size());
        sinks.forEach(subscription -> all.add(subscription.sink()));
        listeners.forEach(subscription -> all.add(subscription.sink()));
        return all;
    }

    private long nowSeconds() {
        return Math.floorDiv(epochMillis.getAsLong(), 1_000L);
    }

    /** Returns how the sinks do, in the order in which they came. */
    public List<SinkStatus> sinks() {
        List<Subscription> present;
        synchronized (this) {
            present = List.copyOf(sinks);
        }
        return present.stream().map(Subscription::status).toList();
    }

    /**
     * Sends what the statement table counted since the last report, and waits until the sinks have taken all that they have,
     * for 10 seconds at most. Request units go with their window.
     *
     * @return whether all sinks are done
     */
    public boolean flush() {
        List<GuardedSink> present;
        synchronized (this) {
            sendStatements(nowSeconds());
            present = allSinks();
        }
        long end = System.nanoTime() + GuardedSink.PATIENCE_NANOS;
        boolean done = true;
        for (GuardedSink sink : present) {
            done &= sink.awaitIdle(end - System.nanoTime());
        }
        return done;
    }

    /** Shows what sinks hold, and what the next report is made with, as a part of {@code traces}. */
    public void register(MemoryTraceManager traces) {
        traces.register(MemoryPart.REPORTER, this::trace);
    }

    private void trace(MemoryTrace node) {
        StatementDeltas present = deltas;
        node.child("statement bases").own(present == null ? 0 : present.baseBytes());
        node.child("texts to come").own(texts.missedBytes());
        Set<Report> counted = Collections.newSetFromMap(new IdentityHashMap<>());
        for (GuardedSink sink : traced) {
            sink.trace(node.child(sink.name()), counted);
        }
    }

    /** Returns where windows come from. */
    public WindowSource windows() {
        return windows;
    }

    /** Returns what was dropped since the instance began. */
    public DropCounters drops() {
        return drops;
    }

    /**
     * Lets each sink hold as many reports as closing makes all at once: to be called before the source of windows is
     * closed, for whoever subscribed until then.
     */
    public void expectLastReports() {
        allSinks().forEach(GuardedSink::expectLastReports);
    }

    /**
     * Sends what is left of statement records, lets the sinks finish, and ends all subscriptions; a second call does
     * nothing. Files and the application's consumers have 10 seconds in all, the network has one, and none where its last
     * report failed. To be closed after the source of windows, which gives its last one as it closes.
     */
    @Override
    public void close() {
        close(false);
    }

    /** As {@link #close}, where the process ends: the application's consumers have no more time than the network. */
    public void closeAtExit() {
        close(true);
    }

    private void close(boolean exiting) {
        List<Subscription> present;
        synchronized (this) {
            if (closed) {
                return;
            }
            sendStatements(nowSeconds());
            closed = true;
            ticking.setStarted(false);
            present = new ArrayList<>(sinks);
            present.addAll(listeners);
            sinks.clear();
            listeners.clear();
            traced = List.of();
            deltas = null;
        }
        Ending.all(present, exiting);
        tickets.closeAll();
    }
}
