package dev.tollbooth.internal.journal;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The accounts without a number that a journal's entries refer to.
 *
 * <p>Thread-safe as the journal's ring is: the writer keeps an account before it publishes the entry, and the applying
 * thread drops it.
 */
final class UnnumberedAccounts {

    /** The accounts by place in the ring; null before the first one. */
    private volatile @Nullable AtomicReferenceArray<@Nullable Account> byPlace;

    /** Keeps the account of the entry in {@code place} of a ring with {@code places}. */
    void keep(Account account, int place, int places) {
        AtomicReferenceArray<@Nullable Account> accounts = byPlace;
        if (accounts == null) {
            accounts = new AtomicReferenceArray<>(places);
            byPlace = accounts;
        }
        accounts.setPlain(place, account); // published together with the entry
    }

    /**
     * Returns the account of an entry; null if the entry has none or was applied. Valid under the same condition as
     * {@link Journal#word}.
     */
    @Nullable
    Account get(long entry) {
        AtomicReferenceArray<@Nullable Account> accounts = byPlace;
        return accounts == null ? null : accounts.get(place(entry, accounts));
    }

    /** Drops the account of an applied entry. */
    void forget(long entry) {
        AtomicReferenceArray<@Nullable Account> accounts = byPlace;
        while (accounts != null) {
            accounts.set(place(entry, accounts), null);
            AtomicReferenceArray<@Nullable Account> now = byPlace;
            accounts = now == accounts ? null : now; // the ring has grown meanwhile
        }
    }

    private static int place(long entry, AtomicReferenceArray<@Nullable Account> accounts) {
        return (int) entry & (accounts.length() - 1);
    }

    /** Doubles the places with the ring, which has the entries from {@code first} up to {@code end}. */
    void widen(long first, long end) {
        AtomicReferenceArray<@Nullable Account> before = byPlace;
        if (before == null) {
            return;
        }
        AtomicReferenceArray<@Nullable Account> wider = new AtomicReferenceArray<>(before.length() << 1);
        for (long entry = first; entry < end; entry++) {
            wider.setPlain(place(entry, wider), before.get(place(entry, before)));
        }
        byPlace = wider;
        // a thread that drops an account sees the new places, or has cleared the old place before this copy
        for (long entry = first; entry < end; entry++) {
            if (before.get(place(entry, before)) == null) {
                wider.set(place(entry, wider), null);
            }
        }
    }

    /** Drops all accounts, because the ring is replaced by an empty one of another size. */
    void clear() {
        byPlace = null;
    }

    /** Returns the bytes of the places. */
    long bytes() {
        AtomicReferenceArray<@Nullable Account> accounts = byPlace;
        return accounts == null ? 0 : 32 + 4L * accounts.length();
    }
}
