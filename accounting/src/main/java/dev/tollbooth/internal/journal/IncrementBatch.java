package dev.tollbooth.internal.journal;

import dev.tollbooth.internal.cost.RuTotals;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A batch of accounts whose increments are taken in one hold of the table's lock, some microseconds. A drain reuses the
 * batch.
 *
 * <p>Not thread-safe: one drain uses it.
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

    /**
     * Moves the increment of {@code account} here, if it is not 0. If an execution ended just before the tick read the
     * clock, too much time is counted; the excess stays in the account and reduces the next increment.
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
