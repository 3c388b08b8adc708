package dev.tollbooth.cli.demo;

import dev.tollbooth.cli.text.FigureText;
import dev.tollbooth.statement.ErrorClass;
import dev.tollbooth.statement.Quantile;
import dev.tollbooth.statement.StatementSnapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Reads off the figures which statements to look at next, and why. */
final class Findings {

    private static final int MANY_PER_TRANSACTION = 10;

    /**
     * A statement to look at.
     *
     * @param what what is the matter, in a word
     * @param row its figures
     * @param why the figure that says so
     */
    record Finding(String what, StatementSnapshot row, String why) {}

    private Findings() {}

    static List<Finding> of(List<StatementSnapshot> rows) {
        List<Finding> findings = new ArrayList<>();
        long all = 0;
        for (StatementSnapshot row : rows) {
            all += row.sumNanos();
        }
        StatementSnapshot time = greatest(rows, StatementSnapshot::sumNanos);
        if (time != null) {
            findings.add(new Finding(
                    "most time",
                    time,
                    FigureText.percent(time.sumNanos(), all) + " of all time in " + FigureText.count(time.count())
                            + (time.count() == 1 ? " execution, P99 " : " executions, P99 ")
                            + FigureText.time(time.histogram().quantileNanos(Quantile.P99))));
        }
        StatementSnapshot repeated = greatest(rows, StatementSnapshot::maxPerTransaction);
        if (repeated != null && repeated.maxPerTransaction() >= MANY_PER_TRANSACTION) {
            findings.add(new Finding(
                    "N+1",
                    repeated,
                    "up to " + repeated.maxPerTransaction() + " times in one transaction: fetch with a join or IN"));
        }
        addErrors(findings, rows);
        return findings;
    }

    private static void addErrors(List<Finding> findings, List<StatementSnapshot> rows) {
        List<StatementSnapshot> failing = new ArrayList<>(rows);
        failing.removeIf(row -> row.errors() == 0);
        failing.sort(Comparator.comparingLong(StatementSnapshot::errors).reversed());
        StatementSnapshot never = greatest(failing, row -> row.errors() == row.count() ? row.count() : 0);
        if (never != null && never.errors() == never.count()) {
            findings.add(new Finding("always fails", never, errors(never)));
            failing.remove(never);
        }
        if (!failing.isEmpty()) {
            findings.add(new Finding("most errors", failing.get(0), errors(failing.get(0))));
        }
    }

    private static String errors(StatementSnapshot row) {
        StringBuilder classes = new StringBuilder();
        for (Map.Entry<ErrorClass, Long> entry : row.errorsByClass().entrySet()) {
            classes.append(classes.length() == 0 ? "" : ", ")
                    .append(entry.getKey().name().toLowerCase(Locale.ROOT).replace('_', ' '));
        }
        return FigureText.count(row.errors()) + " of " + FigureText.count(row.count()) + " executions failed: "
                + classes;
    }

    private static @Nullable StatementSnapshot greatest(
            List<StatementSnapshot> rows, ToLongFunction<StatementSnapshot> figure) {
        StatementSnapshot greatest = null;
        for (StatementSnapshot row : rows) {
            if (greatest == null || figure.applyAsLong(row) > figure.applyAsLong(greatest)) {
                greatest = row;
            }
        }
        return greatest;
    }
}
