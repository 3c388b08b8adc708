package dev.tollbooth.internal.report;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.control.ScheduledTask;
import dev.tollbooth.internal.control.Scheduler;
import dev.tollbooth.internal.memory.MemoryPart;
import dev.tollbooth.internal.memory.MemoryTrace;
import dev.tollbooth.internal.memory.MemoryTraceManager;
import dev.tollbooth.internal.table.StatementDelta;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.internal.topru.Collector;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.internal.topru.TopRu;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.ReportConsumer;
import dev.tollbooth.report.Window;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

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

    /** The longest window of a report: a JVM or a clock that stood still longer loses the time before it, no figure. */
    public static final long LONGEST_WINDOW_SECONDS = 86_400;

    /** A window comes some time after its end; only what is later than this is not waited for. */
    private static final long GRACE_SECONDS = 5;

    private static final long TICK_NANOS = 1_000_000_000;

    private final String instance;
    private final WindowSource windows;
    private final DropCounters drops;
    private final LongSupplier epochMillis;
    private final Failures failures;
    private final Tickets tickets;
    private final Runnable tick = this::tick; // held here, weakly by the scheduler
    private final ScheduledTask ticking;

    private final Sinks sinks; // guarded by this, but for the list of all
    private final ReportMaker maker; // guarded by this, but for its trace

    @GuardedBy("this")
    private long reportedUntilSeconds;

    @GuardedBy("this")
    private boolean toldFromOutside; // who connects again and again does not fill the log

    @GuardedBy("this")
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
        this.drops = drops;
        this.epochMillis = epochMillis;
        this.failures = failures;
        this.ticking = scheduler.every(TICK_NANOS, tick);
        this.sinks = new Sinks(this, drops, ticker);
        this.maker = new ReportMaker(instance, windows, statements, drops);
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
        return subscribe(MAX_SINKS, name, consumer, interval, Collector.ALL);
    }

    /** As {@link #subscribe}, for a listener of the application: the log says if items come later than it may think. */
    public Subscription subscribeListener(String name, ReportConsumer consumer, ItemInterval interval) {
        Subscription subscription = subscribe(name, consumer, interval);
        Sinks.tellIfFiner(name, interval, windows.reportInterval());
        return subscription;
    }

    /** As {@link #subscribe}, for whoever connects to this process and wants this: it leaves two places to the application. */
    public Subscription subscribeFromOutside(
            String name, ReportConsumer consumer, ItemInterval interval, Set<Collector> wanted) {
        Subscription subscription = subscribe(MAX_SINKS - 2, name, consumer, interval, wanted);
        synchronized (this) {
            toldFromOutside = toldFromOutside || Sinks.tellIfFiner(name, interval, windows.reportInterval());
        }
        return subscription;
    }

    private Subscription subscribe(
            int limit, String name, ReportConsumer consumer, ItemInterval interval, Set<Collector> wanted) {
        WindowClaim lease = windows.subscribe(interval, wanted);
        boolean added = false;
        try {
            Subscription subscription = add(limit, name, consumer, interval, lease);
            added = true;
            return subscription;
        } finally {
            if (!added) {
                lease.close();
            }
        }
    }

    private synchronized Subscription add(
            int limit, String name, ReportConsumer consumer, ItemInterval interval, WindowClaim lease) {
        requireOpen();
        sinks.requireRoom(limit);
        begin();
        return sinks.subscribe(name, consumer, interval, lease);
    }

    /** Gives {@code consumer} each report that is made for others or for tickets; it switches nothing on. */
    public synchronized Subscription listen(String name, ReportConsumer consumer) {
        requireOpen();
        begin();
        return sinks.listen(name, consumer);
    }

    @GuardedBy("this")
    private void requireOpen() {
        if (closed) {
            throw closedAlready();
        }
    }

    private IllegalStateException closedAlready() {
        return new IllegalStateException("reporter is closed: instance=" + instance + ", make a new instance");
    }

    /** Has the first sink get what the statement table counted before it came, too. */
    public synchronized void includeAllSoFar() {
        if (!closed && maker.countFromBegin()) {
            reportedUntilSeconds = nowSeconds();
        }
    }

    /** Has what statements count from now on reported, and the clock run. */
    @GuardedBy("this")
    private void begin() {
        if (maker.countFromNow()) {
            reportedUntilSeconds = nowSeconds();
        }
        ticking.setStarted(true);
    }

    /** Takes {@code subscription} out; what its sink has already is let through, for as long as a close waits for it. */
    void remove(Subscription subscription) {
        synchronized (this) {
            sinks.remove(subscription);
            if (sinks.isEmpty()) {
                maker.countNoMore();
            }
            ticking.setStarted(isNeeded());
        }
        GuardedSink sink = subscription.sink();
        sink.close(sink.patienceNanos(false));
    }

    @GuardedBy("this")
    private boolean isNeeded() {
        return !closed && !(sinks.isEmpty() && tickets.isEmpty());
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
                StatementDelta delta = StatementDelta.NONE;
                try {
                    delta = maker.counted();
                } finally { // where the table's lock is stuck: what statements counted comes with the next report
                    send(window, delta);
                }
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
                all = sinks.all();
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
    @GuardedBy("this")
    private void sendStatements(long endSeconds) {
        StatementDelta delta = maker.counted();
        long start = Math.max(Math.min(reportedUntilSeconds, endSeconds), endSeconds - LONGEST_WINDOW_SECONDS);
        reportedUntilSeconds = endSeconds;
        Window empty = new Window(start, endSeconds, windows.itemInterval().seconds(), List.of(), List.of());
        if (!delta.statements().isEmpty()) {
            send(empty, delta);
        } else {
            sendIdle(empty);
        }
    }

    /** Calls those who send what is cumulative, so that their receivers know that it is as it was. */
    private void sendIdle(Window empty) {
        List<GuardedSink> takers =
                sinks.all().stream().filter(GuardedSink::wantsIdle).toList();
        if (!takers.isEmpty()) {
            Report report = maker.idle(empty);
            takers.forEach(sink -> sink.offer(report));
        }
    }

    private void send(Window window, StatementDelta delta) {
        List<GuardedSink> takers = sinks.all();
        if (!takers.isEmpty()) {
            Report report = maker.report(window, delta);
            takers.forEach(sink -> sink.offer(report));
        }
    }

    private long nowSeconds() {
        return Math.floorDiv(epochMillis.getAsLong(), 1_000L);
    }

    /** Returns how the sinks do, in the order in which they came. */
    public List<SinkStatus> sinks() {
        List<Subscription> present;
        synchronized (this) {
            present = sinks.subscribed();
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
            present = sinks.all();
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
        maker.trace(node);
        sinks.trace(node, windows);
    }

    /** Returns where windows come from. */
    public WindowSource windows() {
        return windows;
    }

    /** Returns drops since the instance began. */
    public DropCounters drops() {
        return drops;
    }

    /**
     * Lets each sink hold as many reports as closing makes all at once: to be called before the source of windows is
     * closed, for whoever subscribed until then.
     */
    public void expectLastReports() {
        sinks.all().forEach(GuardedSink::expectLastReports);
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
            try {
                sendStatements(nowSeconds());
            } catch (RuntimeException e) { // the table's lock is stuck: all else is closed all the same
                failures.caught(Place.REPORT, e);
            }
            closed = true;
            ticking.setStarted(false);
            present = sinks.removeAll();
            maker.countNoMore();
        }
        Ending.all(present, exiting);
        tickets.closeAll();
    }
}
