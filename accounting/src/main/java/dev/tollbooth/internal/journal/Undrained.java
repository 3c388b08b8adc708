package dev.tollbooth.internal.journal;

import dev.tollbooth.internal.cost.RuTotals;
import org.jspecify.annotations.Nullable;

/**
 * The accounts with increments since the last tick, in two linked lists: accounts that the running drain still has to
 * take, and accounts that came later. Each account is in at most one list.
 *
 * <p>Guarded by the table's lock.
 */
final class Undrained {

    private @Nullable Account fresh;
    private @Nullable Account due;

    /** The number of increments that were added to others instead of their own key. */
    long folded;

    /** The bytes of the parts by origin of accounts and others. */
    long originBytes;

    private void add(Account account) {
        if (!account.dirty) {
            account.dirty = true;
            account.nextDirty = fresh;
            fresh = account;
        }
    }

    /**
     * Adds an increment to {@code account}, or to its owner's others if it has no number.
     *
     * @param origin the origin, null if not counted
     */
    void spend(
            Account account,
            @Nullable String origin,
            double ru,
            long executions,
            long nanos,
            long unknown,
            long off,
            long cpu) {
        Account target = account;
        if (!account.isNumbered()) {
            target = account.spender.others;
            folded += executions;
        }
        add(target);
        if (origin == null) {
            target.spent.add(ru, executions, nanos, unknown, off, cpu);
        } else {
            long before = target.spent.originBytes();
            target.spent.addOf(origin, ru, executions, nanos, unknown, off, cpu);
            grown(target, before);
        }
    }

    /** Moves the increment of {@code account} to {@code others}, if it is not 0. */
    void fold(Account account, Account others) {
        if (!account.spent.isZero()) {
            add(others, account.spent);
            account.spent.clear();
            folded++;
        }
    }

    /**
     * Adds back the increments of {@code batch} from the index {@code from} on, because they could not be passed on.
     */
    void giveBack(IncrementBatch batch, int from) {
        for (int i = from; i < batch.size(); i++) {
            add(batch.account(i), batch.totals(i));
        }
    }

    private void add(Account target, RuTotals spent) {
        add(target);
        long before = target.spent.originBytes();
        target.spent.add(spent);
        grown(target, before);
    }

    private void grown(Account account, long bytesBefore) {
        if (!account.gone) {
            originBytes += account.spent.originBytes() - bytesBefore;
        }
    }

    /** Subtracts the bytes of a removed account from {@link #originBytes}. */
    void gone(Account account) {
        if (!account.gone) {
            originBytes -= account.spent.originBytes();
            account.gone = true;
        }
    }

    /** Makes all increments due, including those that an earlier drain did not take. */
    void startDrain() {
        Account account = due;
        due = null;
        while (account != null) {
            Account next = account.nextDirty;
            account.nextDirty = fresh;
            fresh = account;
            account = next;
        }
        due = fresh;
        fresh = null;
    }

    /** Moves increments of due accounts to {@code batch} until it is full; returns false if no increment was due. */
    boolean take(IncrementBatch batch) {
        for (int seen = 0; due != null && batch.hasRoom() && seen < IncrementBatch.SIZE; seen++) {
            Account account = due;
            due = account.nextDirty;
            account.nextDirty = null;
            account.dirty = false;
            batch.take(account);
            if (!account.spent.isZero()) {
                add(account);
            }
        }
        return batch.size() > 0 || due != null;
    }

    /** Adds all increments to {@code target}. */
    void addTo(RuTotals target) {
        for (Account account = fresh; account != null; account = account.nextDirty) {
            target.add(account.spent);
        }
        for (Account account = due; account != null; account = account.nextDirty) {
            target.add(account.spent);
        }
    }
}
