package dev.tollbooth.spring.actuator;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.table.StatementDelta;
import dev.tollbooth.internal.table.StatementDeltas;
import dev.tollbooth.jdbc.Tollbooth;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
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
        instances.forEach(tollbooth -> begun.put(tollbooth, StatementDeltas.since(tollbooth.statements())));
    }

    /** A statement: its figures, and the content of the answer about it. */
    private record Row(Figures figures, Supplier<Map<String, @Nullable Object>> map) {}

    /** Returns the top statements of each instance since its last reset. */
    static List<Map<String, @Nullable Object>> ofAll(List<Tollbooth> instances, Figure sort, int limit) {
        List<Map<String, @Nullable Object>> all = new ArrayList<>();
        for (Tollbooth tollbooth : instances) {
            List<Row> rows = tollbooth.statements().list().stream()
                    .map(row -> new Row(Figures.of(row), () -> StatementFigures.of(row)))
                    .toList();
            all.add(answer(tollbooth, null, rows, sort, limit));
        }
        return all;
    }

    private static Map<String, @Nullable Object> answer(
            Tollbooth tollbooth, @Nullable Double seconds, List<Row> rows, Figure sort, int limit) {
        record Ranked(double rank, Row row) {} // computed once per row, because a quantile walks over the buckets
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("instance", tollbooth.name());
        answer.put("windowSeconds", seconds);
        answer.put(
                "executions",
                rows.stream().mapToLong(row -> row.figures.count()).sum());
        answer.put(
                "statements",
                rows.stream()
                        .map(row -> new Ranked(sort.rank(row.figures), row))
                        .sorted(Comparator.comparingDouble(Ranked::rank).reversed())
                        .limit(limit)
                        .map(each -> each.row.map.get())
                        .toList());
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
            List<Row> rows = deltas.next().statements().stream()
                    .map(row -> new Row(StatementDelta.figures(row), () -> StatementFigures.of(row)))
                    .toList();
            double seconds = Math.round((System.nanoTime() - startNanos) / 1e6) / 1e3;
            all.add(answer(tollbooth, seconds, rows, sort, limit));
        });
        return all;
    }
}
