package dev.tollbooth.internal.journal;

import dev.tollbooth.internal.cost.RuTotals;
import dev.tollbooth.internal.time.Ticker;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * A sweep that closes accounts that were not used since the last sweep and have no increment. If there are still too
 * many, it closes the cheapest accounts of this second and adds their figures to their owner's others.
 *
 * <p>Look-ups don't find a closed account, but entries of running executions may still refer to it. So a sweep frees
 * the account's number a second later at the earliest, unless an entry that has not ended names it.
 *
 * <p>Thread-safe: one sweep runs at a time, on a thread of Tollbooth. It takes the table's lock for some accounts at a
 * time.
 */
final class Sweep {

    /** The accounts per hold of the table's lock: some microseconds. */
    private static final int SLICE = 64;

    /** The assumed longest time between a thread's look-up of an account and its write of the account's number. */
    private static final int HELD_MILLIS = 1_000;

    private final ReentrantLock lock; // the table's
    private final Ticker ticker;
    private final Collection<Journals> sessions;
    private final Accounts accounts;
    private final Ledger ledger;
    private final Undrained undrained;

    private final ReentrantLock sweeping = new ReentrantLock();

    /** Closed accounts with a number, in the order of their closing. Guarded by sweeping. */
    private ArrayDeque<Account> closed = new ArrayDeque<>();

    /**
     * Makes a sweep.
     *
     * @param sessions all sessions, whose running entries may refer to accounts
     */
    Sweep(
            ReentrantLock lock,
            Ticker ticker,
            Collection<Journals> sessions,
            Accounts accounts,
            Ledger ledger,
            Undrained undrained) {
        this.lock = lock;
        this.ticker = ticker;
        this.sessions = sessions;
        this.accounts = accounts;
        this.ledger = ledger;
        this.undrained = undrained;
    }

    /** Closes accounts that were not used since the last sweep; does nothing while another thread sweeps. */
    void closeUnused() {
        run(false);
    }

    /** Makes room if there are too many accounts, digests or spenders; does nothing while another thread sweeps. */
    void makeRoom() {
        if (accounts.isCrowded()) {
            run(true);
        }
    }

    private void run(boolean forRoom) {
        if (!sweeping.tryLock()) {
            return;
        }
        try {
            release();
            if (closed.isEmpty()) {
                closed = new ArrayDeque<>(); // a new set, because its array does not shrink
            }
            for (int part = 0; part < accounts.parts(); part++) {
                inSlices(accounts.open(part), this::closeIfUnused);
            }
            if (forRoom && accounts.isCrowded()) {
                closeLeastDear();
            }
            inSlices(List.copyOf(accounts.spenders()), spender -> {
                if (accounts.forget(spender)) {
                    undrained.gone(spender.others);
                }
            });
        } finally {
            sweeping.unlock();
        }
    }

    /** Applies all earlier executions, and returns the numbers of the accounts of executions that have not ended. */
    private Set<Integer> running() {
        Set<Integer> running = new HashSet<>();
        for (Journals session : sessions) {
            lock.lock();
            try {
                // first, because an execution may end at any time: it is then in the set, or is applied below
                for (Journal journal : session.lanes()) {
                    long entry = journal.claimed();
                    if (entry >= 0) {
                        running.add(Entry.account(journal.word(entry, Entry.HEAD)));
                    }
                }
                ledger.settle(session);
            } finally {
                lock.unlock();
            }
        }
        return running;
    }

    /** Frees the numbers of accounts that were closed long enough ago, unless an entry that has not ended names them. */
    private void release() {
        int now = millis();
        List<Account> due = closed.stream()
                .takeWhile(account -> now - account.closedMillis >= HELD_MILLIS)
                .toList();
        Set<Integer> running = running();
        inSlices(due, account -> {
            closed.remove(); // the queue is in order of closing
            undrained.fold(account, account.spender.others);
            if (running.contains(account.id)) {
                hold(account);
            } else {
                accounts.release(account);
                undrained.gone(account);
                account.row = null; // an open statement may still refer to the account
            }
        });
    }

    private void closeIfUnused(Account account) {
        if (account.used || !account.spent.isZero()) {
            account.used = false;
            account.forgetRetiredRow();
        } else {
            close(account);
        }
    }

    private void close(Account account) {
        if (!account.isClosed()) {
            accounts.close(account);
            hold(account);
        }
    }

    private void hold(Account account) {
        account.closedMillis = millis();
        closed.add(account);
    }

    private int millis() {
        return (int) TimeUnit.NANOSECONDS.toMillis(ticker.nanoTime());
    }

    /** Closes the accounts of the cheapest spenders, then the cheapest accounts, until there is enough room. */
    private void closeLeastDear() {
        List<Ranked<Account>> open = new ArrayList<>(accounts.size());
        for (int part = 0; part < accounts.parts(); part++) {
            inSlices(accounts.open(part), account -> open.add(new Ranked<>(account).plus(account.spent)));
        }
        dropSpenders(open);
        if (accounts.isCrowded()) {
            Collections.sort(open);
            List<Account> leastFirst = new ArrayList<>(open.size());
            open.forEach(account -> leastFirst.add(account.of));
            inSlices(leastFirst, account -> {
                if (accounts.isShortOfRoom()) {
                    foldAndClose(account);
                }
            });
        }
    }

    private void dropSpenders(List<Ranked<Account>> open) {
        int kept = accounts.keptSpenders();
        List<Spender> all = List.copyOf(accounts.spenders());
        if (all.size() <= kept) {
            return;
        }
        Map<Spender, Ranked<Spender>> ranks = new HashMap<>();
        inSlices(all, spender -> ranks.put(spender, new Ranked<>(spender).plus(spender.others.spent)));
        for (Ranked<Account> account : open) {
            ranks.computeIfAbsent(account.of.spender, Ranked::new).plus(account);
        }
        List<Ranked<Spender>> leastFirst = new ArrayList<>(ranks.values());
        Collections.sort(leastFirst);
        leastFirst
                .subList(Math.max(0, leastFirst.size() - kept), leastFirst.size())
                .forEach(dear -> ranks.remove(dear.of));
        List<Account> theirs = new ArrayList<>();
        for (Ranked<Account> account : open) {
            if (ranks.containsKey(account.of.spender)) {
                theirs.add(account.of);
            }
        }
        inSlices(theirs, this::foldAndClose);
        inSlices(
                List.copyOf(ranks.keySet()),
                spender -> undrained.fold(spender.others, accounts.globalOthers(spender.source())));
    }

    private void foldAndClose(Account account) {
        undrained.fold(account, account.spender.others);
        close(account);
    }

    private <T> void inSlices(List<T> all, Consumer<T> action) {
        for (int from = 0; from < all.size(); from += SLICE) {
            List<T> slice = all.subList(from, Math.min(all.size(), from + SLICE));
            lock.lock();
            try {
                slice.forEach(action);
            } finally {
                lock.unlock();
            }
        }
    }

    /** An account or spender ranked by its request units, the cheapest first. */
    private static final class Ranked<T> implements Comparable<Ranked<?>> {

        final T of;
        private double ru;
        private long nanos;

        Ranked(T of) {
            this.of = of;
        }

        Ranked<T> plus(RuTotals spent) {
            ru += spent.ru();
            nanos += spent.durationNanos();
            return this;
        }

        void plus(Ranked<?> part) {
            ru += part.ru;
            nanos += part.nanos;
        }

        @Override
        public int compareTo(Ranked<?> other) {
            int order = Double.compare(ru, other.ru);
            return order != 0 ? order : Long.compare(nanos, other.nanos);
        }
    }
}
