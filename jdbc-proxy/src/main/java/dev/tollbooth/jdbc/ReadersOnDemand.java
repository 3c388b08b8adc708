package dev.tollbooth.jdbc;

import dev.tollbooth.accounting.control.Place;
import dev.tollbooth.accounting.control.Scheduler;
import dev.tollbooth.jdbc.proxy.Instruments;
import org.jspecify.annotations.Nullable;

/**
 * The readers of one instance, made for the first who asks. What report files are to get is collected from the start, though
 * they come later: a start has better to do than to load them.
 *
 * <p>Thread-safe.
 */
final class ReadersOnDemand implements AutoCloseable {

    private final Settings settings;
    private final Instruments instruments;
    private final MemoryAccounts memory;
    private final Scheduler scheduler;
    private final Scheduler worker;
    private final boolean reports;

    // guarded by this
    private @Nullable Readers made;
    private @Nullable LastReports atShutdown;
    private boolean closed;

    ReadersOnDemand(
            Settings settings, Instruments instruments, MemoryAccounts memory, Scheduler scheduler, Scheduler worker) {
        this.settings = settings;
        this.instruments = instruments;
        this.memory = memory;
        this.scheduler = scheduler;
        this.worker = worker;
        this.reports = settings.enabled() && settings.report().isAny();
    }

    /** Collects what report files are to get. Where settings name sinks of gRPC, which collect for subscribers, opens all. */
    void start() {
        if (reports && settings.report().directory() != null) {
            instruments.sessions().setCollecting(true);
            sendAtShutdown();
        }
        if (settings.report().usesGrpc()) {
            openReports();
        }
    }

    /** Opens the sinks that settings name, unless that was done. */
    void openReports() {
        if (reports) {
            get();
        }
    }

    /** Has what is not reported yet sent when the JVM ends. */
    synchronized void sendAtShutdown() {
        if (atShutdown != null || closed) {
            return;
        }
        LastReports hook = new LastReports(this);
        try {
            hook.add();
            atShutdown = hook;
        } catch (IllegalStateException e) {
            // the JVM is ending already: what is open is sent by close()
            instruments.failures().caught(Place.CLOSE, e);
        }
    }

    /** Returns the readers; closed ones where this is closed. */
    synchronized Readers get() {
        Readers known = made;
        if (known == null) {
            known = new Readers(settings, instruments, memory, scheduler, worker);
            made = known;
            if (reports) {
                known.reports().open(settings.report(), settings.name());
            }
            if (closed) {
                known.close();
            }
        }
        return known;
    }

    /** Sends what is not reported yet and closes the readers; a second call does nothing. */
    @Override
    public void close() {
        openReports();
        Readers last;
        LastReports hook;
        synchronized (this) {
            closed = true;
            last = made;
            hook = atShutdown;
            atShutdown = null;
        }
        if (last != null) {
            last.close();
        }
        if (hook != null) {
            hook.remove();
        }
    }
}
