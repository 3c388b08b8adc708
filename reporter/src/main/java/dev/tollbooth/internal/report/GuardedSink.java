package dev.tollbooth.internal.report;

import dev.tollbooth.internal.control.DaemonThread;
import dev.tollbooth.internal.memory.MemoryTrace;
import dev.tollbooth.internal.report.SinkStatus.SinkProgress;
import dev.tollbooth.internal.report.SinkStatus.SinkState;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.ReportConsumer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A guard of one consumer. The consumer runs on a thread of its own and gets one report at a time, while one more
 * waits. {@link #offer} never waits for the consumer and never throws its exceptions. Before a close four reports may
 * wait, because the last reports come all at once.
 *
 * <p>Each report offered before the close is counted once: as sent, or as dropped for one reason. A report that takes
 * 40 s counts as timed out, and its thread is interrupted. A consumer that ignores the interrupt gets no second thread,
 * which would run it twice at once. After five failures in a row the consumer is skipped for 1 s, after each further
 * failure for twice as long, up to 60 s.
 *
 * <p>Thread-safe by a lock that is never held while the consumer runs.
 */
final class GuardedSink {

    static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(40);
    static final int FAILURES_BEFORE_BACKOFF = 5;
    /** The last reports of a close: an ended window, the open one, statement records, and one that waited before. */
    static final int LAST_REPORTS = 4;

    static final long MAX_BACKOFF_NANOS = TimeUnit.SECONDS.toNanos(60);
    /** The longest wait of a close for local sinks and for the application's consumers. */
    static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final String name;
    private final ItemInterval interval;
    private final ReportConsumer consumer;
    private final DropCounters drops;
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    // guarded by lock
    private final Map<DropReason, Long> dropped = new EnumMap<>(DropReason.class);
    private @Nullable Thread thread;
    private final Queue<Report> waiting = new ConcurrentLinkedQueue<>(); // written with the lock, read without
    private int room = 1;
    private volatile @Nullable Report running;
    private boolean opening;
    private long runningSinceNanos;
    private boolean timedOut;
    private boolean closed;
    private int failuresInRow;
    private long leftAloneUntilNanos;
    private long sent;
    private @Nullable String lastErrorClass;

    GuardedSink(String name, ItemInterval interval, ReportConsumer consumer, DropCounters drops, Ticker ticker) {
        this.name = name;
        this.interval = interval;
        this.consumer = consumer;
        this.drops = drops;
        this.ticker = ticker;
    }

    String name() {
        return name;
    }

    /** Starts the thread of a {@link ReportSink}, so that it checks at once whether it can write or send. */
    void open() {
        lock.lock();
        try {
            if (consumer instanceof ReportSink) {
                startThread();
            }
        } catch (Error e) {
            // no more threads in this process: the first report tries again
            lastErrorClass = e.getClass().getName();
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether the consumer wants an empty report at the end of an interval without figures. */
    boolean wantsIdle() {
        return consumer instanceof ReportSink sink && sink.wantsIdle();
    }

    /** Queues {@code report} if there is room; otherwise drops and counts it. Never waits for the consumer. */
    void offer(Report report) {
        lock.lock();
        try {
            checkTime();
            if (closed) {
                return;
            }
            if (isLeftAlone()) {
                drop(report, DropReason.SINK_BACKED_OFF);
            } else if (waiting.size() >= room) {
                drop(report, DropReason.SINK_BUSY);
            } else {
                hand(report);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Makes room for the reports that a close will make all at once. */
    void expectLastReports() {
        lock.lock();
        try {
            room = LAST_REPORTS;
        } finally {
            lock.unlock();
        }
    }

    /** Counts the report in progress as timed out and interrupts the thread, if the report takes too long. */
    void check() {
        lock.lock();
        try {
            checkTime();
        } finally {
            lock.unlock();
        }
    }

    private void checkTime() {
        if (running != null && !timedOut && ticker.nanoTime() - runningSinceNanos >= TIMEOUT_NANOS) {
            giveUpRunning(running);
        }
    }

    private void giveUpRunning(Report report) {
        timedOut = true;
        drop(report, DropReason.SINK_TIMEOUT);
        failed();
        if (thread != null) {
            thread.interrupt();
        }
    }

    private boolean isLeftAlone() {
        return failuresInRow >= FAILURES_BEFORE_BACKOFF && ticker.nanoTime() - leftAloneUntilNanos < 0;
    }

    private void drop(Report report, DropReason reason) {
        dropped.merge(reason, 1L, Long::sum);
        drops.add(reason, ReportContents.of(report));
    }

    private void failed() {
        failuresInRow++;
        int over = failuresInRow - FAILURES_BEFORE_BACKOFF;
        if (over >= 0) {
            long backoff = TimeUnit.SECONDS.toNanos(1) << Math.min(over, 6);
            leftAloneUntilNanos = ticker.nanoTime() + Math.min(backoff, MAX_BACKOFF_NANOS);
        }
    }

    private void hand(Report report) {
        try {
            startThread();
        } catch (Error e) {
            // no more threads in this process
            lastErrorClass = e.getClass().getName();
            drop(report, DropReason.SINK_FAILED);
            failed();
            return;
        }
        waiting.add(report);
        changed.signalAll();
    }

    private void startThread() {
        if (thread == null) {
            Thread fresh = DaemonThread.of(this::run, "tollbooth-sink-" + name);
            fresh.setContextClassLoader(consumer.getClass().getClassLoader());
            fresh.start();
            thread = fresh;
        }
    }

    private void run() {
        if (consumer instanceof ReportSink sink) {
            opening(true, null);
            Throwable failure = null;
            try {
                sink.open();
            } catch (Throwable e) {
                failure = e;
            }
            opening(false, failure);
        }
        while (consumeNext()) {
            // no variable here may refer to a report, which would keep it in memory until the next one
        }
    }

    /** Waits for a report and passes it to the consumer. Returns false once this is closed and no report is left. */
    private boolean consumeNext() {
        Report report = take();
        if (report == null) {
            return false;
        }
        Throwable failure = null;
        try {
            consumer.accept(report);
        } catch (Throwable e) {
            failure = e;
        }
        finish(report, failure);
        return true;
    }

    private void opening(boolean begun, @Nullable Throwable failure) {
        lock.lock();
        try {
            opening = begun;
            runningSinceNanos = ticker.nanoTime();
            lastErrorClass =
                    failure == null ? lastErrorClass : failure.getClass().getName();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Report take() {
        lock.lock();
        try {
            while (waiting.isEmpty() && !closed) {
                changed.awaitUninterruptibly();
            }
            running = waiting.poll();
            timedOut = false;
            runningSinceNanos = ticker.nanoTime();
            if (running == null) {
                thread = null;
            }
            return running;
        } finally {
            lock.unlock();
        }
    }

    private void finish(Report report, @Nullable Throwable failure) {
        lock.lock();
        try {
            running = null;
            if (failure != null) {
                lastErrorClass = failure.getClass().getName();
            }
            if (failure instanceof ReportSink.RefusedReportException refused && !timedOut) {
                drop(report, refused.reason());
            } else if (!timedOut && failure != null) {
                drop(report, DropReason.SINK_FAILED);
                failed();
            } else if (!timedOut) {
                sent++;
                failuresInRow = 0;
            }
            changed.signalAll();
        } finally {
            // clears an interrupt that came too late, so that it does not hit the next report
            boolean ignored = Thread.interrupted();
            lock.unlock();
        }
    }

    /**
     * Returns whether all reports are processed. Waits at most {@code nanos}, but not at all on the sink's own thread.
     */
    boolean awaitIdle(long nanos) {
        lock.lock();
        try {
            long left = nanos;
            while ((running != null || !waiting.isEmpty()) && left > 0 && Thread.currentThread() != thread) {
                left = changed.awaitNanos(left);
            }
            return running == null && waiting.isEmpty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns the nanoseconds that a close waits for this sink. Local sinks have 10 seconds; so do the application's
     * consumers, unless the process ends. All others have one second, or none if their last report failed.
     *
     * @param exiting whether the process is ending
     */
    long patienceNanos(boolean exiting) {
        boolean local = consumer instanceof ReportSink sink ? sink.isLocal() : !exiting;
        if (local) {
            return PATIENCE_NANOS;
        }
        lock.lock();
        try {
            return failuresInRow > 0 ? 0 : ReportSink.NETWORK_PATIENCE_NANOS;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Accepts no more reports, and waits at most {@code nanos} in real time until its reports are processed. Reports
     * that are left then count as timed out, and the thread is interrupted. A second call does nothing.
     */
    void close(long nanos) {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        boolean idle = awaitIdle(nanos);
        lock.lock();
        try {
            if (idle || Thread.currentThread() == thread) {
                return;
            }
            waiting.forEach(report -> drop(report, DropReason.SINK_TIMEOUT));
            waiting.clear();
            if (running != null && !timedOut) {
                giveUpRunning(running);
            }
        } finally {
            lock.unlock();
        }
    }

    SinkStatus status() {
        lock.lock();
        try {
            ReportSink sink = consumer instanceof ReportSink known ? known : null;
            SinkProgress own = sink == null ? null : sink.progress();
            Map<DropReason, Long> all = new EnumMap<>(dropped);
            if (own != null) { // begins at 0, for alerts
                all.merge(DropReason.FILE_UNWRITABLE, own.lost(), Long::sum);
            }
            boolean waits = own != null && (own.waiting() > 0 || own.failuresInRow() > 0);
            SinkProgress progress = own == null
                    ? new SinkProgress(sent, 0, 0, 0, failuresInRow, lastErrorClass)
                    : own.withGuards(failuresInRow, lastErrorClass);
            return new SinkStatus(name, interval, state(waits), progress, all, sink == null ? 0 : sink.bytes());
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds the bytes of this sink's reports to {@code node}; takes no lock.
     *
     * @param weight returns the bytes of a report; 0 if another sink counts them
     */
    void trace(MemoryTrace node, ToLongFunction<Report> weight) {
        MemoryTrace queue = node.child("queue");
        Report now = running;
        if (now != null) {
            queue.own(weight.applyAsLong(now));
        }
        for (Report held : waiting) {
            queue.own(weight.applyAsLong(held));
        }
        node.child("encode buffers").own(consumer instanceof ReportSink sink ? sink.heldBytes() : 0);
    }

    private SinkState state(boolean waits) {
        if (running != null || opening) {
            boolean late = timedOut || ticker.nanoTime() - runningSinceNanos >= TIMEOUT_NANOS;
            return late ? SinkState.STALLED : SinkState.RUNNING;
        }
        if (closed) {
            return SinkState.CLOSED;
        }
        if (isLeftAlone()) {
            return SinkState.BACKED_OFF;
        }
        return waits ? SinkState.WAITING : SinkState.IDLE;
    }
}
