package dev.tollbooth.internal.journal;

import dev.tollbooth.internal.cost.RuTotals;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A part of what a drain takes: so many accounts that taking it holds the table's lock for some microseconds. Reused.
 *
 * <p>Not thread-safe: one drain's.
 */
final class IncrementBatch {

    static final int SIZE = 256;

    private final @Nullable Account[] accounts = new Account[SIZE];
    private final RuTotals[] totals = new RuTotals[SIZE];
    private int size;

    IncrementBatch() {
        Arrays.setAll(totals, i -> new RuTotals());
    }

    boolean hasRoom() {
        return size < SIZE;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /**
     * Moves what {@code account} has spent here, if that is anything. Where an execution had ended just before the tick has
     * read the clock, more time is counted than it took: what is too much stays, and comes off the next one's.
     */
    void take(Account account) {
        RuTotals target = totals[size];
        target.clear();
        account.spent.moveTo(target);
        if (!target.isZero()) {
            accounts[size] = account;
            size++;
        }
    }

    int size() {
        return size;
    }

    Account account(int index) {
        Account account = accounts[index];
        if (account == null) {
            throw new IndexOutOfBoundsException("no account taken: index=" + index);
        }
        return account;
    }

    RuTotals totals(int index) {
        return totals[index];
    }

    void clear() {
        Arrays.fill(accounts, 0, size, null);
        size = 0;
    }
}
