package dev.tollbooth.internal.journal;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The accounts of a journal's entries that no number names, because there was none left.
 *
 * <p>Thread-safe as the journal's ring is: its writer keeps one before it publishes the entry, the settler lets go of it.
 */
final class UnnumberedAccounts {

    /** By the entry's place in the ring; null as long as there was none. */
    private volatile @Nullable AtomicReferenceArray<@Nullable Account> byPlace;

    /** Keeps the account of the entry in {@code place}, of a ring of {@code places}. */
    void keep(Account account, int place, int places) {
        AtomicReferenceArray<@Nullable Account> accounts = byPlace;
        if (accounts == null) {
            accounts = new AtomicReferenceArray<>(places);
            byPlace = accounts;
        }
        accounts.setPlain(place, account); // published with the entry
    }

    /** Returns the account of an entry; null if there is none, or it was settled. To be believed as {@link Journal#word}. */
    @Nullable
    Account get(long entry) {
        AtomicReferenceArray<@Nullable Account> accounts = byPlace;
        return accounts == null ? null : accounts.get(place(entry, accounts));
    }

    /** Lets go of the account of an entry that is settled. */
    void forget(long entry) {
        AtomicReferenceArray<@Nullable Account> accounts = byPlace;
        while (accounts != null) {
            accounts.set(place(entry, accounts), null);
            AtomicReferenceArray<@Nullable Account> now = byPlace;
            accounts = now == accounts ? null : now; // widened meanwhile
        }
    }

    private static int place(long entry, AtomicReferenceArray<@Nullable Account> accounts) {
        return (int) entry & (accounts.length() - 1);
    }

    /** Doubles the places, as those of the ring, which has the entries from {@code first} up to {@code end}. */
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
        // who forgets one has seen the wider places, or has cleared the former place before this looks there
        for (long entry = first; entry < end; entry++) {
            if (before.get(place(entry, before)) == null) {
                wider.set(place(entry, wider), null);
            }
        }
    }

    /** Forgets all, for a ring of another size. */
    void clear() {
        byPlace = null;
    }

    /** Returns the bytes of the accounts' places. */
    long bytes() {
        AtomicReferenceArray<@Nullable Account> accounts = byPlace;
        return accounts == null ? 0 : 32 + 4L * accounts.length();
    }
}
