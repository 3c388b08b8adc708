package dev.tollbooth.spring.actuator;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.statement.Sha256;
import dev.tollbooth.statement.StatementSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;

/**
 * The figures of some instances since a moment: their statements are read then, and once more at the end.
 *
 * <p>Not thread-safe.
 */
final class StatementWindow {

    private static final Duration LONGEST = Duration.ofSeconds(60);

    /** The key of a row. */
    private record Key(@Nullable String schema, @Nullable Sha256 digest) {

        static Key of(StatementSnapshot row) {
            var digest = row.digest();
            return new Key(row.schema(), digest == null ? null : digest.sha256());
        }
    }

    private record Base(Tollbooth tollbooth, long epoch, long executions, Map<Key, Figures> rows) {

        static Base of(Tollbooth tollbooth) {
            Map<Key, Figures> rows = new HashMap<>();
            long epoch = tollbooth.statements().epoch();
            long executions = 0;
            for (StatementSnapshot row : tollbooth.statements().list()) {
                rows.put(Key.of(row), Figures.of(row));
                executions += row.count();
            }
            return new Base(tollbooth, epoch, executions, rows);
        }

        static Base none(Tollbooth tollbooth) {
            return new Base(tollbooth, tollbooth.statements().epoch(), 0, Map.of());
        }

        /** As it is now to be subtracted: nothing, if there was a reset between. */
        Base valid() {
            return tollbooth.statements().epoch() == epoch ? this : none(tollbooth);
        }
    }

    private final List<Base> bases = new ArrayList<>();
    private final @Nullable Long startNanos;

    private StatementWindow(@Nullable Long startNanos) {
        this.startNanos = startNanos;
    }

    /** Returns one of all that was counted since the last reset. */
    static StatementWindow ofAll(List<Tollbooth> instances) {
        StatementWindow all = new StatementWindow(null);
        instances.forEach(tollbooth -> all.bases.add(Base.none(tollbooth)));
        return all;
    }

    /** Returns one that begins now. */
    static StatementWindow ofNow(List<Tollbooth> instances) {
        StatementWindow now = new StatementWindow(System.nanoTime());
        instances.forEach(tollbooth -> now.bases.add(Base.of(tollbooth)));
        return now;
    }

    /**
     * Returns the length of a window.
     *
     * @throws BadRequest if {@code text} is no such time
     */
    static long nanos(String text) {
        try {
            Duration window = DurationStyle.detectAndParse(text.strip(), java.time.temporal.ChronoUnit.SECONDS);
            if (!window.isNegative() && !window.isZero() && window.compareTo(LONGEST) <= 0) {
                return window.toNanos();
            }
        } catch (IllegalArgumentException | ArithmeticException e) {
            // told below
        }
        throw BadRequest.of("window", text, "it is a time above 0 and up to 60s, such as 10s");
    }

    /** Waits. */
    void pass(long nanos) {
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the server ends: what passed so far is the window
        }
    }

    /** Returns what the window has seen until now. */
    List<TopStatements> top(Figure sort, int limit) {
        List<TopStatements> all = new ArrayList<>();
        for (Base base : bases) {
            all.add(top(base.valid(), sort, limit));
        }
        return all;
    }

    private TopStatements top(Base base, Figure sort, int limit) {
        record Counted(StatementSnapshot row, Figures figures) {}
        List<Counted> rows = new ArrayList<>();
        long executions = -base.executions;
        for (StatementSnapshot row : base.tollbooth.statements().list()) {
            executions += row.count();
            Figures before = base.rows.get(Key.of(row));
            if (before == null || before.count() > row.count()) { // it is new, or had left the table and came back
                rows.add(new Counted(row, Figures.of(row)));
            } else if (row.count() > before.count()) {
                rows.add(new Counted(row, Figures.of(row).minus(before)));
            }
        }
        rows.sort(Comparator.comparingDouble((Counted each) -> sort.rank(each.figures))
                .reversed());
        List<Map<String, @Nullable Object>> top = rows.stream()
                .limit(limit)
                .map(each -> StatementFigures.of(each.row, each.figures))
                .toList();
        Double seconds = startNanos == null ? null : Math.round((System.nanoTime() - startNanos) / 1e6) / 1e3;
        return new TopStatements(base.tollbooth.name(), seconds, executions, top);
    }
}
