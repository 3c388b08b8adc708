package dev.tollbooth.internal.budget;

import dev.tollbooth.internal.control.Log;
import dev.tollbooth.internal.control.Problem;
import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.cost.SpendingWatch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The budgets of one instance, one per user. Each request unit counts once, in the window in which it is drained, at
 * most one second after it was spent.
 *
 * <p>Thread-safe. Executing threads take no lock.
 */
public final class Budgets implements SpendingWatch {

    private final Map<String, BudgetMeter> meters = new LinkedHashMap<>();
    private final boolean enforced;
    private final ConcurrentLinkedQueue<BudgetStatus> untold = new ConcurrentLinkedQueue<>();
    private final List<Consumer<BudgetStatus>> listeners = new CopyOnWriteArrayList<>();

    /** The time of the last drain in seconds since 1970 UTC. Only the draining thread uses this field and the next. */
    private long epochSeconds;

    private long nowNanos;

    /**
     * Makes budgets whose first window begins with the first drain.
     *
     * @param enforced whether executions over a budget are refused
     */
    public Budgets(List<Budget> budgets, boolean enforced) {
        budgets.forEach(budget -> meters.put(budget.user(), new BudgetMeter(budget)));
        this.enforced = enforced && !meters.isEmpty();
    }

    /** Returns whether there is no budget. */
    public boolean isEmpty() {
        return meters.isEmpty();
    }

    /** Returns whether executions of a user over the budget are refused. */
    public boolean isEnforced() {
        return enforced;
    }

    @Override
    public void at(long seconds, long nanos) {
        epochSeconds = seconds;
        nowNanos = nanos;
        meters.values().forEach(meter -> meter.at(seconds));
    }

    @Override
    public void spent(RuOwner owner, double ru) {
        BudgetMeter meter = meters.get(owner.user());
        if (meter != null && ru != 0 && meter.add(ru, epochSeconds, nowNanos)) {
            try {
                untold.add(meter.status());
            } catch (OutOfMemoryError e) {
                // the budget is exceeded all the same, and list() shows it
            }
        }
    }

    /**
     * Counts and explains the refusal of an execution that begins now; returns null if {@code user} is within the
     * budget or budgets are not enforced.
     *
     * @param nanos the ticker's reading
     */
    public @Nullable String refusal(String user, long nanos) {
        BudgetMeter meter = enforced ? meters.get(user) : null;
        if (meter == null || !meter.isExceeded(nanos)) {
            return null;
        }
        meter.refuse();
        return "statement refused, its user has spent the budget of request units: " + facts(meter.status())
                + "; try again in the next window, or raise tollbooth.budget." + user;
    }

    /** Adds a listener that gets each exceeded window once, on the thread that calls {@link #tell}. */
    public void listen(Consumer<BudgetStatus> listener) {
        listeners.add(listener);
    }

    /** Logs the windows that were exceeded since the last call, and passes them to the listeners. */
    public void tell() {
        for (BudgetStatus status = untold.poll(); status != null; status = untold.poll()) {
            Log.warning("budget of request units exceeded: " + facts(status)
                    + (enforced ? "; statements of this user are refused until the next window" : ""));
            for (Consumer<BudgetStatus> listener : listeners) {
                listener.accept(status);
            }
        }
    }

    /** Returns the state of each budget, in the order of the setting. */
    public List<BudgetStatus> list() {
        List<BudgetStatus> all = new ArrayList<>();
        meters.values().forEach(meter -> all.add(meter.status()));
        return all;
    }

    /** Returns the budgets that are exceeded in the open window, as problems. */
    public List<Problem> exceeded() {
        return list().stream()
                .filter(BudgetStatus::isExceeded)
                .map(status -> new Problem("budget exceeded", facts(status)))
                .toList();
    }

    private static String facts(BudgetStatus status) {
        return String.format(
                Locale.ROOT,
                "user=%s, spent=%.1f, budget=%s",
                status.budget().user(),
                status.spent(),
                status.budget().text());
    }
}
