package dev.tollbooth.internal.journal;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The accounts that have spent something since the last tick, as two linked lists: those that a drain has still to take, and
 * those that have come since it began. An account is in one of them at most.
 *
 * <p>Guarded by the table's lock.
 */
final class Dirty {

    private @Nullable Account fresh;
    private @Nullable Account due;

    void add(Account account) {
        if (!account.dirty) {
            account.dirty = true;
            account.nextDirty = fresh;
            fresh = account;
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

    /** Moves what due accounts have spent to {@code batch}, as long as that has room. */
    void take(IncrementBatch batch) {
        while (due != null && batch.hasRoom()) {
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

    /** Takes out accounts that were closed, which have nothing left. */
    void dropClosed() {
        fresh = withoutClosed(fresh);
        due = withoutClosed(due);
    }

    private static @Nullable Account withoutClosed(@Nullable Account first) {
        Account kept = null;
        Account account = first;
        while (account != null) {
            Account next = account.nextDirty;
            if (account.isClosed() && account.spent.isZero()) {
                account.nextDirty = null;
                account.dirty = false;
            } else {
                account.nextDirty = kept;
                kept = account;
            }
            account = next;
        }
        return kept;
    }

    void forEach(Consumer<Account> visitor) {
        for (Account account = fresh; account != null; account = account.nextDirty) {
            visitor.accept(account);
        }
        for (Account account = due; account != null; account = account.nextDirty) {
            visitor.accept(account);
        }
    }
}
