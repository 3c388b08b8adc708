package dev.tollbooth.internal.instance;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.control.DaemonThread;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Log;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.memory.MemoryTrace;
import dev.tollbooth.spi.MemoryTraceProvider;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The memory that one provider of the application reports. A separate thread asks the provider, so that a slow provider
 * delays no other code. After {@value #MOST_TIMEOUTS} timeouts in a row, the thread asks once a minute, with one line
 * in the log, until the provider answers in time again. A provider that has not returned yet is not asked again.
 *
 * <p>Thread-safe by one lock, so that one thread asks at a time.
 */
final class ApplicationMemory implements Consumer<MemoryTrace> {

    static final int MOST_NODES = 64;
    static final int DEEPEST = 8;
    private static final int LONGEST_NAME = 64;
    static final int MOST_TIMEOUTS = 5;
    private static final long PATIENCE_MILLIS = 100;
    private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final String name;
    private final MemoryTraceProvider provider;
    private final Failures failures;
    private final LongSupplier nanoTime;

    @GuardedBy("this")
    private @Nullable Thread asking;

    @GuardedBy("this")
    private int timeouts;

    @GuardedBy("this")
    private long timedOutNanos;

    ApplicationMemory(String name, MemoryTraceProvider provider, Failures failures, LongSupplier nanoTime) {
        this.name = name;
        this.provider = provider;
        this.failures = failures;
        this.nanoTime = nanoTime;
    }

    @Override
    public synchronized void accept(MemoryTrace node) {
        if (timeouts >= MOST_TIMEOUTS && nanoTime.getAsLong() - timedOutNanos < PAUSE_NANOS) {
            throw new IllegalStateException("left out: provider=" + name);
        }
        Map<String, Long> told;
        try {
            told = ask();
            timeouts = 0;
        } catch (Throwable t) {
            failures.caught(Place.MEMORY, t);
            throw new IllegalStateException(t);
        }
        told.forEach((path, bytes) -> at(node, path).own(bytes));
    }

    @GuardedBy("this")
    private Map<String, Long> ask() throws Exception {
        if (asking != null) {
            asking.join(PATIENCE_MILLIS);
            if (asking.isAlive()) {
                throw timedOut();
            }
        }
        FutureTask<Map<String, Long>> asked = new FutureTask<>(() -> {
            Map<String, Long> bytes = new LinkedHashMap<>();
            provider.trace((path, more) -> bytes.merge(room(bytes, path), Math.max(0, more), Long::sum));
            return bytes;
        });
        Thread thread = DaemonThread.of(asked, "tollbooth-memory-of-" + name);
        thread.start();
        asking = thread;
        try {
            return asked.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            asked.cancel(true);
            throw timedOut();
        } catch (CancellationException | ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    @GuardedBy("this")
    private TimeoutException timedOut() {
        timeouts++;
        timedOutNanos = nanoTime.getAsLong();
        if (timeouts == MOST_TIMEOUTS) {
            Log.warning("memory trace left out: provider=" + name + ", it did not return within " + PATIENCE_MILLIS
                    + " ms " + MOST_TIMEOUTS + " times in a row, so it is asked once a minute;"
                    + " have it keep figures that take long to find");
        }
        return new TimeoutException("provider=" + name);
    }

    /** Returns {@code path} if its node has room, else the empty path, which is the provider's own node. */
    private static String room(Map<String, Long> bytes, String path) {
        boolean deep = path.chars().filter(c -> c == '/').count() >= DEEPEST;
        return deep || (bytes.size() >= MOST_NODES && !bytes.containsKey(path)) ? "" : path;
    }

    private static MemoryTrace at(MemoryTrace node, String path) {
        MemoryTrace found = node;
        for (String step : path.split("/", -1)) {
            if (!step.isEmpty()) {
                found = found.child(step.length() > LONGEST_NAME ? step.substring(0, LONGEST_NAME) : step);
            }
        }
        return found;
    }
}
