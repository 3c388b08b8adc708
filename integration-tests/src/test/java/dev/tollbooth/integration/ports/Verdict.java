package dev.tollbooth.integration.ports;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of one attack: its figures, and those that exceed a bound.
 *
 * <p>Not thread-safe.
 */
final class Verdict {

    /** Three stack traces: more is a log that clients fill. */
    private static final int LOGGED_LINES = 100;

    private static final long HEAP_BYTES = 8L << 20;
    private static final long THREADS = 4;
    private static final long FILES = 8;
    /**
     * The longest time of a statement on a machine that is busy with the attack, including a pause of the collector.
     */
    private static final long STATEMENT_MILLIS = 5_000;

    private final String name;
    private final Map<String, Long> figures = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();

    Verdict(String name) {
        this.name = name;
    }

    void problem(String what) {
        String line = name + ": " + what.lines().findFirst().orElse("");
        if (!problems.contains(line)) {
            problems.add(line);
        }
    }

    /** Keeps the largest value of a figure. */
    void figure(String figure, long value) {
        figures.merge(figure, value, Math::max);
    }

    void expectAtMost(String figure, long value, long most) {
        figure(figure, value);
        if (value > most) {
            problem(figure + "=" + value + ", at most " + most);
        }
    }

    void expectFewLogged(List<String> lines) {
        figure("lines logged", lines.size());
        if (lines.size() > LOGGED_LINES) {
            problem("logged " + lines.size() + " lines, at most " + LOGGED_LINES + ", such as " + lines.subList(0, 6));
        }
    }

    /** Whether all that a client can hold has been given back. */
    static boolean isBack(ApplicationVitals before, ApplicationVitals after) {
        return after.resources().heapBytes() - before.resources().heapBytes() <= HEAP_BYTES
                && after.resources().threads() - before.resources().threads() <= THREADS
                && after.resources().files() - before.resources().files() <= FILES;
    }

    void compare(ApplicationVitals before, ApplicationVitals after, long longestMillis) {
        expectAtMost("heap +KB", kilobytes(after) - kilobytes(before), HEAP_BYTES >> 10);
        expectAtMost(
                "threads +", after.resources().threads() - before.resources().threads(), THREADS);
        expectAtMost("files +", after.resources().files() - before.resources().files(), FILES);
        expectAtMost("longest statement ms", longestMillis, STATEMENT_MILLIS);
        expectAtMost("failed statements", after.errors() - before.errors(), 0);
        expectAtMost("failures", after.failures() - before.failures(), 0);
        if (after.executed() == before.executed()) {
            problem("the application stands still");
        }
    }

    private static long kilobytes(ApplicationVitals vitals) {
        return vitals.resources().heapBytes() >> 10;
    }

    List<String> problems() {
        return problems;
    }

    @Override
    public String toString() {
        return name + " " + figures;
    }
}
