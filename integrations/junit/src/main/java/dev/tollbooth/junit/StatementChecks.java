package dev.tollbooth.junit;

import dev.tollbooth.internal.advice.AdvisedWorkload;
import dev.tollbooth.internal.advice.Advisor;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.instance.ThisJvm;
import dev.tollbooth.statement.Advice;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Checks of the statements in a scope. Each check returns the text of a failure, or null.
 *
 * <p>Immutable.
 *
 * @param executed the executions by digest, in the order of first executions
 */
record StatementChecks(List<DigestExecutions> executed) {

    private static final int MOST_LINES = 30;

    @Nullable
    String nothingAccounted() {
        return ThisJvm.isAccounting()
                ? null
                : "no statement can be counted: accounted connections=0 in this JVM; open them by a jdbc:tollbooth: URL, or"
                        + " wrap their data source";
    }

    @Nullable
    String exactly(int expected) {
        int all = all();
        return all == expected ? null : listed("expected " + counted(expected) + ", executed=" + all);
    }

    @Nullable
    String exactly(int expected, String summary) {
        String wanted = plain(summary);
        int found = executed.stream()
                .filter(each -> plain(each.summary).equals(wanted))
                .mapToInt(DigestExecutions::executions)
                .sum();
        return found == expected
                ? null
                : listed("expected " + counted(expected) + " of " + summary + ", executed=" + found);
    }

    @Nullable
    String atMost(int most) {
        int all = all();
        return all <= most ? null : listed("expected " + counted(most) + " at most, executed=" + all);
    }

    /** Checks that there are executions if a limit is above 0, because a limit without executions proves nothing. */
    @Nullable
    String someWithin(int most) {
        return most == 0 || !executed.isEmpty()
                ? null
                : "expected " + counted(most)
                        + " at most, but some: executed=0 on this thread; hand the scope to the threads"
                        + " that execute, account for their data source, or expect 0";
    }

    @Nullable
    String noRepetition() {
        return repetition("", DigestExecutions::inScope);
    }

    @Nullable
    String noRepetitionInTransaction() {
        return repetition(" in one transaction", DigestExecutions::inTransaction);
    }

    /**
     * Checks that there is no advice, apart from the kinds in {@code except}. The failure has the statement, place and
     * remedy of each piece of advice.
     */
    @Nullable
    String noAdvice(List<String> except) {
        List<Advice> found = new Advisor(except)
                .advise(new AdvisedWorkload(
                        executed.stream().map(DigestExecutions::advised).toList(), Figures.NONE, Figures.NONE));
        StringBuilder text = new StringBuilder();
        for (Advice each : found) {
            text.append("\n  ")
                    .append(each.kind())
                    .append(": ")
                    .append(each.about())
                    .append(": ")
                    .append(each.why());
            text.append(each.origin() == null ? "" : ", at " + each.origin())
                    .append("\n    ")
                    .append(each.remedy());
        }
        return found.isEmpty() ? null : "expected no advice, found=" + found.size() + text;
    }

    /** Checks that there are executions, because a lack of advice without executions proves nothing. */
    @Nullable
    String someAdvised() {
        return executed.isEmpty()
                ? "expected no advice on some executions: executed=0 on this thread; hand the scope to the threads that"
                        + " execute, or account for their data source"
                : null;
    }

    private @Nullable String repetition(String within, Function<DigestExecutions, Repetition> counted) {
        StringBuilder text = new StringBuilder();
        for (DigestExecutions each : executed) {
            Repetition repetition = counted.apply(each);
            if (repetition.isOne()) {
                text.append("\n  ")
                        .append(line(each.summary, repetition))
                        .append(within)
                        .append(", ")
                        .append(each.where());
            }
        }
        return text.isEmpty()
                ? null
                : "expected no repetition (N+1), found one; fetch or change these by one statement, such as a join, an IN list"
                        + " or a batch:" + text;
    }

    private String listed(String failure) {
        StringBuilder text = new StringBuilder(failure);
        executed.stream()
                .limit(MOST_LINES)
                .forEach(each -> text.append("\n  ")
                        .append(line(each.summary, each.inScope()))
                        .append(", ")
                        .append(each.where()));
        if (executed.size() > MOST_LINES) {
            text.append("\n  and statements=").append(executed.size() - MOST_LINES);
        }
        return text.toString();
    }

    private static String line(String summary, Repetition repetition) {
        String line = repetition.executions + " x " + summary;
        return repetition.isOne() ? line + " with " + repetition.differentValues() + " different values" : line;
    }

    private int all() {
        return executed.stream().mapToInt(DigestExecutions::executions).sum();
    }

    private static String counted(int executions) {
        return executions == 1 ? "1 execution" : executions + " executions";
    }

    private static String plain(String summary) {
        return summary.replaceAll("[\"`\\[\\]]", "").toLowerCase(Locale.ROOT);
    }
}
