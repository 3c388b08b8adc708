package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.control.Log;
import dev.tollbooth.internal.control.StackRoom;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.statement.ErrorClass;
import dev.tollbooth.statement.Sha256;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A listener that writes one log line for each execution, and each reading of a result set, that took at least the
 * threshold. The line has digest, plan, summary, milliseconds, rows, user, schema, origin, known request units, and the
 * beginning of the normalized text, but no literal. At most {@value #LINES_PER_SECOND} lines are written per second;
 * the next line says how many were left out.
 *
 * <p>Thread-safe.
 */
public final class SlowStatements {

    private static final long LINES_PER_SECOND = 10;
    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final int TEXT_LENGTH = 200;

    /** The least duration of a logged execution. */
    final long thresholdNanos;

    private final Ticker ticker;
    private final AtomicLong secondStart;
    private final AtomicLong lines = new AtomicLong();
    private final AtomicLong leftOut = new AtomicLong();

    /** Makes a log of executions of {@code thresholdNanos} and longer; {@link Long#MAX_VALUE} logs none. */
    public SlowStatements(long thresholdNanos, Ticker ticker) {
        this.thresholdNanos = thresholdNanos;
        this.ticker = ticker;
        this.secondStart = new AtomicLong(ticker.nanoTime());
    }

    void ended(ExecutionEvent execution) {
        if (execution.elapsedNanos() >= thresholdNanos && hasRoom()) {
            log("slow statement: ", execution.digest(), execution.plan(), execution.elapsedNanos(), facts(execution));
        }
    }

    private static String facts(ExecutionEvent execution) {
        String origin = execution.origin();
        return ", rowsAffected=" + (execution.rowsAffected() < 0 ? "-" : Long.toString(execution.rowsAffected()))
                + of(execution.user(), execution.schema())
                + (origin == null ? "" : ", origin=" + origin)
                + (Double.isNaN(execution.ru()) ? "" : String.format(Locale.ROOT, ", ru=%.3f", execution.ru()))
                + (execution.error() == ErrorClass.NONE ? "" : ", error=" + execution.error());
    }

    /** Logs a slow reading of a result set, whose rows are unknown when the execution ends. */
    void fetched(TextDigest digest, Sha256 plan, long fetchNanos, long rowsRead, String user, String schema) {
        if (fetchNanos >= thresholdNanos && hasRoom()) {
            log("slow fetch: ", digest, plan, fetchNanos, ", rowsRead=" + rowsRead + of(user, schema));
        }
    }

    private static String of(String user, String schema) {
        return ", user=" + user + ", schema=" + schema;
    }

    private boolean hasRoom() {
        long start = secondStart.get();
        long now = ticker.nanoTime();
        if (now - start >= SECOND_NANOS && secondStart.compareAndSet(start, now)) {
            lines.set(0);
        }
        boolean room = lines.incrementAndGet() <= LINES_PER_SECOND;
        if (!room) {
            leftOut.incrementAndGet();
        }
        return room;
    }

    private void log(String what, TextDigest digest, Sha256 plan, long nanos, String facts) {
        StackRoom.touch(); // first, because a logger that overflows the stack may keep its lock
        long missed = leftOut.getAndSet(0);
        Log.slowStatement(what + "digest=" + digest.hex() + ", planDigest=" + (plan.isNone() ? "-" : plan.hex())
                + ", summary=" + digest.summary() + ", ms=" + nanos / 1_000_000 + facts
                + (missed == 0 ? "" : ", left out before=" + missed) + ", text=" + beginning(digest.text()));
    }

    private static String beginning(String text) {
        if (text.length() <= TEXT_LENGTH) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(TEXT_LENGTH - 1)) ? TEXT_LENGTH - 1 : TEXT_LENGTH;
        return text.substring(0, end) + "...";
    }
}
