package dev.tollbooth.internal.journal;

import dev.tollbooth.internal.cost.RuTotals;
import dev.tollbooth.internal.topru.Selection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Closes accounts that were not used since the sweep before and have nothing to tell the tick; and, where there are too many
 * all the same, the least dear ones of this second, whose figures go to their owner's others.
 *
 * <p>A closed account is not found any more, but entries may name it: of what runs, and of what was about to begin. So its number
 * is given back by the sweep after, unless something runs that names it still.
 *
 * <p>Guarded by the table's lock.
 */
final class Sweep {

    /** Where there are too many, this part of them stays. */
    private static final int KEPT_PART = 4;

    private static final Comparator<RuTotals> DEAREST_FIRST = Comparator.comparingDouble(RuTotals::ru)
            .thenComparingLong(RuTotals::durationNanos)
            .reversed();

    private final Accounts accounts;
    private final Ledger ledger;

    /** Closed, and by this sweep or the one before: numbers to be given back by the next. */
    private List<Account> closed = new ArrayList<>();

    /** How many accounts and spenders had their figures folded into others. */
    private long folded;

    Sweep(Accounts accounts, Ledger ledger) {
        this.accounts = accounts;
        this.ledger = ledger;
    }

    /** Gives back the numbers of accounts that were closed before; the entries of {@code sessions}, all there are, are settled. */
    void release(Iterable<Journals> sessions) {
        Set<Integer> running = new HashSet<>();
        for (Journals session : sessions) {
            for (Journal journal : session.lanes()) {
                long entry = journal.running();
                if (entry >= 0) {
                    running.add(Entry.account(journal.word(entry, Entry.HEAD)));
                }
            }
        }
        List<Account> before = closed;
        closed = new ArrayList<>();
        for (Account account : before) {
            fold(account, account.spender.others);
            if (running.contains(account.id)) {
                closed.add(account);
            } else {
                accounts.release(account);
                account.row = null; // an open statement may keep the account
            }
        }
    }

    /** Closes the accounts of one part of {@link Accounts#parts} that nobody has used since this was called last. */
    void closeUnused(int part) {
        accounts.forEach(part, account -> {
            if (account.used || !account.spent.isZero()) {
                account.used = false;
                account.forgetRetiredRow();
            } else {
                close(account);
            }
        });
    }

    /** Closes the least dear accounts where there are too many, and spenders likewise. */
    void closeLeastDear() {
        if (accounts.isFull()) {
            List<Account> open = new ArrayList<>(accounts.size());
            for (int part = 0; part < accounts.parts(); part++) {
                accounts.forEach(part, open::add);
            }
            leastDear(open, account -> account.spent).forEach(account -> {
                fold(account, account.spender.others);
                close(account);
            });
        }
        if (accounts.hasTooManySpenders()) {
            for (Spender spender : leastDear(accounts.idleSpenders(), idle -> idle.others.spent)) {
                fold(spender.others, accounts.globalOthers(spender.source()));
            }
        }
    }

    /** Ends a sweep. */
    void end() {
        accounts.forgetIdleSpenders();
        ledger.dropClosed();
        accounts.swept();
    }

    private void close(Account account) {
        accounts.close(account);
        closed.add(account);
    }

    private void fold(Account account, Account others) {
        if (ledger.fold(account, others)) {
            folded++;
        }
    }

    private static <T> List<T> leastDear(List<T> all, Function<T, RuTotals> spent) {
        @SuppressWarnings("unchecked")
        T[] items = (T[]) all.toArray();
        int kept = items.length / KEPT_PART;
        Comparator<T> dearestFirst = (a, b) -> DEAREST_FIRST.compare(spent.apply(a), spent.apply(b));
        Selection.firstOf(items, 0, items.length, kept, dearestFirst);
        return List.of(items).subList(kept, items.length);
    }

    long folded() {
        return folded;
    }
}
