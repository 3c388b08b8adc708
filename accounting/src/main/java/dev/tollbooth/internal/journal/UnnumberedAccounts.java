package dev.tollbooth.internal.journal;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The accounts of a journal's entries that no number names, because there was none left.
 *
 * <p>Thread-safe as the journal's ring is: its writer keeps one before it publishes the entry, the settler lets go of it.
 */
final class UnnumberedAccounts {

    private static final @Nullable Account[] NONE = {};

    /** By the entry's place in the ring; empty as long as there was none. */
    private volatile @Nullable Account[] byPlace = NONE;

    /** Keeps the account of the entry in {@code place}, of a ring of {@code places}. */
    void keep(Account account, int place, int places) {
        Account[] accounts = byPlace;
        if (accounts.length == 0) {
            accounts = new Account[places];
            byPlace = accounts;
        }
        accounts[place] = account;
    }

    /** Returns the account of an entry; null if there is none, or it was settled. To be believed as {@link Journal#word}. */
    @Nullable
    Account get(long entry) {
        Account[] accounts = byPlace;
        return accounts.length == 0 ? null : accounts[(int) entry & (accounts.length - 1)];
    }

    /** Lets go of the account of an entry that is settled. */
    void forget(long entry) {
        Account[] accounts = byPlace;
        if (accounts.length != 0) {
            accounts[(int) entry & (accounts.length - 1)] = null;
        }
    }

    /** Doubles the places, as those of the ring. */
    void widen() {
        Account[] before = byPlace;
        if (before.length != 0) {
            Account[] wider = Arrays.copyOf(before, before.length << 1);
            System.arraycopy(before, 0, wider, before.length, before.length);
            byPlace = wider;
        }
    }

    /** Forgets all, for a ring of another size. */
    void clear() {
        byPlace = NONE;
    }

    /** Returns the bytes of the accounts' places. */
    long bytes() {
        return byPlace.length == 0 ? 0 : 16 + 4L * byPlace.length;
    }
}
