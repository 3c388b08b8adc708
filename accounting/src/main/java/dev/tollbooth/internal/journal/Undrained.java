package dev.tollbooth.internal.journal;

import dev.tollbooth.internal.cost.RuTotals;
import org.jspecify.annotations.Nullable;

/**
 * The accounts that have spent something since the last tick, in two linked lists: those that the running drain has still to take, and those that came since it began. An account is in one of them at most.
 *
 * <p>Guarded by the table's lock.
 */
final class Undrained {

    private @Nullable Account fresh;
    private @Nullable Account due;

    /** How often something went to others for want of room for its key. */
    private long folded;

    /** The bytes that accounts and others hold by origin. */
    private long originBytes;

    private void add(Account account) {
        if (!account.dirty) {
            account.dirty = true;
            account.nextDirty = fresh;
            fresh = account;
        }
    }

    /**
     * Adds what {@code account} has spent; of one without a number to its owner's others.
     *
     * @param origin who has spent it, null where that is not told
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

    /** Moves what {@code account} has spent to {@code others}, if that is anything. */
    void fold(Account account, Account others) {
        if (!account.spent.isZero()) {
            add(others, account.spent);
            account.spent.clear();
            folded++;
        }
    }

    /** Adds again what was taken and could not be given on. */
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

    /** Weighs no more what an account holds that was taken out for good. */
    void gone(Account account) {
        if (!account.gone) {
            originBytes -= account.spent.originBytes();
            account.gone = true;
        }
    }

    /** Makes all due, those that an earlier drain has left too. */
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

    /** Moves what due accounts have spent to {@code batch}, as long as that has room; so many at a time. */
    void take(IncrementBatch batch) {
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
    }

    /** Returns whether a drain has taken all that was due. */
    boolean isTaken() {
        return due == null;
    }

    /** Adds all to {@code target}. */
    void addTo(RuTotals target) {
        for (Account account = fresh; account != null; account = account.nextDirty) {
            target.add(account.spent);
        }
        for (Account account = due; account != null; account = account.nextDirty) {
            target.add(account.spent);
        }
    }

    long folded() {
        return folded;
    }

    long originBytes() {
        return originBytes;
    }
}
