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
 * A reporter that makes a report of each window and passes it to every sink. A report has the window, the texts of its
 * digests, and the figures of statements since the last report.
 *
 * <p>If a report interval passes without a window, because no request units were spent, the statements' figures are
 * reported five seconds later. Statement records begin with the first sink and end with the last.
 *
 * <p>Thread-safe. The thread that closes the window builds the report; consumers run on threads of their own.
 */
public final class Reporter implements AutoCloseable {

    /** The most sinks at a time. */
    public static final int MAX_SINKS = 10;

    /** The most seconds of a report's window. A window after a longer standstill is cut, but no figures are lost. */
    public static final long LONGEST_WINDOW_SECONDS = 86_400;

    /** The seconds that the statements' figures wait for a window after the end of an interval. */
    private static final long GRACE_SECONDS = 5;

    private static final long TICK_NANOS = 1_000_000_000;

    private final String instance;
    private final WindowSource windows;
    private final DropCounters drops;
    private final LongSupplier epochMillis;
    private final Failures failures;
    private final Tickets tickets;
    private final Runnable tick = this::tick; // a strong reference, because the scheduler's is weak
    private final ScheduledTask ticking;

    private final Sinks sinks; // guarded by this, except the list of all
    private final ReportMaker maker; // guarded by this, except its trace

    @GuardedBy("this")
    private long reportedUntilSeconds;

    @GuardedBy("this")
    private boolean toldFromOutside; // clients that reconnect repeatedly must not fill the log

    @GuardedBy("this")
    private boolean closed;

    /**
     * Makes a reporter without sinks, which takes {@code windows} from now on.
     *
     * @param instance the instance's name, {@code tollbooth.name}
     * @param epochMillis the wall clock, milliseconds since 1970 UTC
     * @param scheduler runs {@link #tick} each second, while there is a sink or a ticket
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
     * Passes each later report to {@code consumer}, on a thread of its own, until the subscription is closed.
     *
     * @param name its displayed name; a number is added if the name is taken
     * @param interval the widest acceptable items; the shortest interval of all subscribers is used
     * @throws IllegalStateException if there are {@value #MAX_SINKS} sinks already, or this is closed
     */
    public Subscription subscribe(String name, ReportConsumer consumer, ItemInterval interval) {
        return subscribe(MAX_SINKS, name, consumer, interval, Collector.ALL);
    }

    /**
     * Subscribes a listener of the application. Logs if a report has several of the items that the listener requests.
     */
    public Subscription subscribeListener(String name, ReportConsumer consumer, ItemInterval interval) {
        Subscription subscription = subscribe(name, consumer, interval);
        Sinks.tellIfFiner(name, interval, windows.reportInterval());
        return subscription;
    }

    /** Subscribes a client that connects to this process. Leaves two places for the application. */
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
        Runnable release = windows.subscribe(interval, wanted);
        boolean added = false;
        try {
            Subscription subscription = add(limit, name, consumer, interval, release);
            added = true;
            return subscription;
        } finally {
            if (!added) {
                release.run();
            }
        }
    }

    private synchronized Subscription add(
            int limit, String name, ReportConsumer consumer, ItemInterval interval, Runnable release) {
        requireOpen();
        sinks.requireRoom(limit);
        begin();
        return sinks.subscribe(name, consumer, interval, release);
    }

    /** Passes each report to {@code consumer}, without a request for windows: other consumers have to request them. */
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

    /** Makes the next report include the figures from before the first sink, unless statements are counted already. */
    public synchronized void includeAllSoFar() {
        if (!closed && maker.count(true)) {
            reportedUntilSeconds = nowSeconds();
        }
    }

    /** Begins to report statements, and starts the tick. */
    @GuardedBy("this")
    private void begin() {
        if (maker.count(false)) {
            reportedUntilSeconds = nowSeconds();
        }
        ticking.setStarted(true);
    }

    /** Removes {@code subscription}, and waits for its sink as long as {@link GuardedSink#patienceNanos} says. */
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
     * Opens a ticket for a consumer that polls; see {@link Tickets}.
     *
     * @throws IllegalStateException if there are too many tickets, or this is closed
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

    /** Closes {@code ticket}; returns false if there is no such ticket. */
    public boolean closeTicket(String ticket) {
        return tickets.close(ticket);
    }

    /** Extends {@code ticket} by 10 minutes. Throws {@link IllegalArgumentException} if there is no such ticket. */
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
                } finally { // if the table's lock is stuck, the next report includes the statements
                    send(window, delta);
                }
            }
        } catch (RuntimeException | LinkageError e) {
            failures.caught(Place.REPORT, e);
        }
    }

    /** Does the work of each second, while there is a sink or a ticket. */
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

    /** Returns the second up to which all windows have come: an interval's end, or the start of the open window. */
    private long lastEdge(long now, long width) {
        long edge = now - Math.floorMod(now, width);
        long open = windows.openWindowStart();
        boolean isCurrent = open != TopRu.NO_WINDOW && now - open <= ItemInterval.SECONDS_60.seconds() + GRACE_SECONDS;
        return isCurrent ? Math.min(edge, open) : edge;
    }

    /** Sends the statements' figures since the last report, if there are any, with an empty window. */
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

    /** Sends an empty report to sinks that want one, so that their receivers know that nothing has changed. */
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

    /** Returns the status of each sink, in the order of their subscriptions; listeners have none here. */
    public List<SinkStatus> sinks() {
        List<Subscription> present;
        synchronized (this) {
            present = sinks.subscribed();
        }
        return present.stream().map(Subscription::status).toList();
    }

    /**
     * Sends the statements' figures since the last report, and waits up to 10 seconds until the sinks have processed
     * all reports. Request units are sent when their window ends.
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

    /** Registers the memory of sinks and of the next report in {@code traces}. */
    public void register(MemoryTraceManager traces) {
        traces.register(MemoryPart.REPORTER, this::trace);
    }

    private void trace(MemoryTrace node) {
        maker.trace(node);
        sinks.trace(node, windows);
    }

    /** Returns the source of windows. */
    public WindowSource windows() {
        return windows;
    }

    /** Returns the drops since the start. */
    public DropCounters drops() {
        return drops;
    }

    /** Lets each sink hold as many reports as a close makes at once; called before the windows' source is closed. */
    public void expectLastReports() {
        sinks.all().forEach(GuardedSink::expectLastReports);
    }

    /**
     * Sends the remaining statement records, waits for the sinks, and ends all subscriptions; a second call does
     * nothing. Local sinks and the application's consumers have 10 seconds in all. Sinks over the network have one
     * second, or none after a failure. The source of windows has to be closed before, because closing it makes
     * the last window.
     */
    @Override
    public void close() {
        close(false);
    }

    /** Closes as {@link #close} does, but at the end of the process: the application's consumers have one second. */
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
            } catch (RuntimeException e) { // the table's lock is stuck: everything else is closed in any case
                failures.caught(Place.REPORT, e);
            }
            closed = true;
            ticking.setStarted(false);
            present = sinks.removeAll();
            maker.countNoMore();
        }
        Sinks.end(present, exiting);
        tickets.closeAll();
    }
}
