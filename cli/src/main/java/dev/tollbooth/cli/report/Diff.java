package dev.tollbooth.cli.report;

import dev.tollbooth.cli.text.TimeRange;
import dev.tollbooth.cli.text.TimeText;
import dev.tollbooth.internal.compare.Comparison;
import dev.tollbooth.internal.compare.Shift;
import dev.tollbooth.internal.compare.StatementChange;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A comparison of the statements of two periods, or of two builds. */
public final class Diff {

    /** The findings of a comparison that can fail a build. */
    public enum Finding {
        SLOWER,
        PLAN,
        NEW,
        GONE,
        FASTER;

        boolean holds(StatementChange<?> change) {
            return this == PLAN
                    ? !change.newPlans().isEmpty()
                    : change.shift().name().equals(name());
        }

        /** Returns the name on the command line. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final ReportedSide before;
    private final ReportedSide after;
    private final List<StatementChange<String>> changes;

    private Diff(ReportedSide before, ReportedSide after) {
        this.before = before;
        this.after = after;
        this.changes = new ArrayList<>(Comparison.of(before.statements(), after.statements()));
        changes.sort(Comparator.comparing((StatementChange<String> change) -> rank(change))
                .thenComparing(change -> -Math.abs(change.movedBuckets()))
                .thenComparing(StatementChange::key));
    }

    private static int rank(StatementChange<String> change) {
        int rank = 0;
        for (Finding finding : Finding.values()) {
            if (finding.holds(change)) {
                return rank;
            }
            rank++;
        }
        return rank + (change.shift() == Shift.SAME ? 0 : 1);
    }

    /** Compares the files in one range with the same or other files in another range. */
    public static Diff read(ReportFiles before, TimeRange beforeRange, ReportFiles after, TimeRange afterRange) {
        return new Diff(ReportedSide.read(before, beforeRange), ReportedSide.read(after, afterRange));
    }

    /** Returns whether either side has no statement. */
    public boolean isOneSided() {
        return before.isEmpty() || after.isEmpty();
    }

    /** Returns whether any statement matches {@code findings}. */
    public boolean hasAny(Set<Finding> findings) {
        return findings.stream().anyMatch(finding -> count(finding) > 0);
    }

    /**
     * Returns a summary and a table for people. The table has the changed statements; with {@code all}, it also has the
     * others.
     *
     * @param width the width of the terminal in characters
     */
    public List<String> text(ZoneId zone, int width, boolean all) {
        return new DiffText(this, new TimeText(zone), width).lines(all);
    }

    /** Returns one line of JSON with all statements. */
    public String json() {
        return new DiffJson(this).line();
    }

    ReportedSide before() {
        return before;
    }

    ReportedSide after() {
        return after;
    }

    /** Returns the statements with findings in the order of {@link Finding}, then all others. */
    List<StatementChange<String>> changes() {
        return changes;
    }

    long count(Finding finding) {
        return changes.stream().filter(finding::holds).count();
    }

    long count(Shift shift) {
        return changes.stream().filter(change -> change.shift() == shift).count();
    }

    String text(String digest) {
        String text = after.text(digest);
        return text.isEmpty() ? before.text(digest) : text;
    }
}
