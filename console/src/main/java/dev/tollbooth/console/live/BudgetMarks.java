package dev.tollbooth.console.live;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.console.model.TimeMark;
import dev.tollbooth.internal.budget.BudgetStatus;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/**
 * The last {@value #MOST} windows in which a user exceeded a budget.
 *
 * <p>Thread-safe.
 */
final class BudgetMarks implements Consumer<BudgetStatus> {

    private static final int MOST = 100;

    @GuardedBy("this")
    private final Deque<TimeMark> marks = new ArrayDeque<>();

    @GuardedBy("this")
    private long told;

    @Override
    public synchronized void accept(BudgetStatus status) {
        told++;
        marks.addLast(new TimeMark(
                status.windowStart(),
                "budget",
                status.budget().user(),
                status.budget().text(),
                ""));
        if (marks.size() > MOST) {
            marks.removeFirst();
        }
    }

    /** Returns the number of budget windows so far in which a user exceeded a budget. */
    synchronized long told() {
        return told;
    }

    synchronized List<TimeMark> list() {
        return List.copyOf(marks);
    }
}
