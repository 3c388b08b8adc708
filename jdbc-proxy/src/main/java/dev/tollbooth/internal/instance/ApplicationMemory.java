package dev.tollbooth.internal.instance;

import dev.tollbooth.internal.control.DaemonThread;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Log;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.memory.MemoryTrace;
import dev.tollbooth.internal.memory.TracedPart;
import dev.tollbooth.spi.MemoryTraceProvider;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What one provider of the application's says that it holds. It is asked on a thread of its own, so that one that hangs holds up
 * nobody: it is left out from then on, with one line in the log.
 *
 * <p>Thread-safe: one lock, so that it is asked once at a time.
 */
final class ApplicationMemory implements TracedPart {

    static final int MOST_NODES = 64;
    static final int DEEPEST = 8;
    private static final int LONGEST_NAME = 64;
    private static final long PATIENCE_MILLIS = 100;

    private final String name;
    private final MemoryTraceProvider provider;
    private final Failures failures;
    private boolean isLeftOut; // guarded by this

    ApplicationMemory(String name, MemoryTraceProvider provider, Failures failures) {
        this.name = name;
        this.provider = provider;
        this.failures = failures;
    }

    @Override
    public synchronized void trace(MemoryTrace node) {
        if (isLeftOut) {
            throw new IllegalStateException("left out: provider=" + name);
        }
        Map<String, Long> told;
        try {
            told = ask();
        } catch (Throwable t) {
            failures.caught(Place.MEMORY, t);
            throw new IllegalStateException(t);
        }
        told.forEach((path, bytes) -> at(node, path).own(bytes));
    }

    private Map<String, Long> ask() throws Exception {
        FutureTask<Map<String, Long>> asked = new FutureTask<>(() -> {
            Map<String, Long> bytes = new LinkedHashMap<>();
            provider.trace((path, more) -> bytes.merge(room(bytes, path), Math.max(0, more), Long::sum));
            return bytes;
        });
        DaemonThread.of(asked, "tollbooth-memory-of-" + name).start();
        try {
            return asked.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            isLeftOut = true;
            asked.cancel(true);
            Log.warning("memory trace left out: provider=" + name + ", it did not return within " + PATIENCE_MILLIS
                    + " ms; have it keep figures that are dear, and register it again");
            throw e;
        } catch (CancellationException | ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    /** Returns where there is room for what is at {@code path}: there, or at the node of all. */
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
