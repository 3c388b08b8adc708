package dev.tollbooth.spring.actuator;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.table.StatementDelta;
import dev.tollbooth.internal.table.StatementDeltas;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.statement.StatementSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;

/**
 * The figures of some instances since the creation of this object.
 *
 * <p>Not thread-safe.
 */
final class StatementWindow {

    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final Map<Tollbooth, StatementDeltas> begun = new LinkedHashMap<>();
    private final long startNanos = System.nanoTime();

    /** Makes a window that begins now. */
    StatementWindow(List<Tollbooth> instances) {
        instances.forEach(tollbooth -> begun.put(tollbooth, StatementDeltas.fromNow(tollbooth.statements())));
    }

    /** Returns the top statements of each instance since its last reset. */
    static List<Map<String, @Nullable Object>> ofAll(List<Tollbooth> instances, Figure sort, int limit) {
        List<Map<String, @Nullable Object>> all = new ArrayList<>();
        for (Tollbooth tollbooth : instances) {
            List<StatementSnapshot> rows = sort.sorted(tollbooth.statements().list(), Figures::of);
            all.add(answer(tollbooth, null, rows, StatementSnapshot::count, StatementFigures::of, limit));
        }
        return all;
    }

    private static <R> Map<String, @Nullable Object> answer(
            Tollbooth tollbooth,
            @Nullable Double seconds,
            List<R> rows,
            ToLongFunction<R> count,
            Function<R, Map<String, @Nullable Object>> map,
            int limit) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("instance", tollbooth.name());
        answer.put("windowSeconds", seconds);
        answer.put("executions", rows.stream().mapToLong(count).sum());
        answer.put("statements", rows.stream().limit(limit).map(map).toList());
        return answer;
    }

    /**
     * Parses the length of a window, and returns it in nanoseconds.
     *
     * @throws TollboothEndpoint.BadRequest if {@code text} is no valid length
     */
    static long nanos(String text) {
        try {
            Duration window = DurationStyle.detectAndParse(text.strip(), java.time.temporal.ChronoUnit.SECONDS);
            if (!window.isNegative() && !window.isZero() && window.compareTo(LONGEST) <= 0) {
                return window.toNanos();
            }
        } catch (IllegalArgumentException | ArithmeticException e) {
            // fails with the message below
        }
        throw TollboothEndpoint.BadRequest.of("window", text, "it is a time above 0 and up to 60s, such as 10s");
    }

    /** Waits for {@code nanos}; less if the thread is interrupted. */
    void pass(long nanos) {
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the server is stopping: the window ends now
        }
    }

    /** Returns the top statements of each instance in the window so far. */
    List<Map<String, @Nullable Object>> top(Figure sort, int limit) {
        List<Map<String, @Nullable Object>> all = new ArrayList<>();
        begun.forEach((tollbooth, deltas) -> {
            List<StatementRecord> rows = sort.sorted(deltas.next().statements(), StatementDelta::figures);
            double seconds = Math.round((System.nanoTime() - startNanos) / 1e6) / 1e3;
            all.add(answer(tollbooth, seconds, rows, StatementRecord::execCount, StatementFigures::of, limit));
        });
        return all;
    }
}
