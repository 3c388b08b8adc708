package dev.tollbooth.internal.journal;

import dev.tollbooth.internal.control.AccountingSwitch;
import dev.tollbooth.internal.cost.Estimate;
import dev.tollbooth.internal.cost.RuTermSums;
import dev.tollbooth.internal.cost.RuTotals;
import dev.tollbooth.internal.latency.FailureKinds;
import dev.tollbooth.internal.origin.OriginNames;
import dev.tollbooth.internal.table.StatementStats;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.statement.EventKind;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A ledger that adds the entries of journals to rows, events and the request units of accounts.
 *
 * <p>Guarded by the table's lock, which the caller of each method holds. Adding an entry allocates nothing, unless its
 * row grows. An execution counts exactly once, whatever fails: if its row can't get memory, it counts in the row
 * without digest, which has all its memory from the start.
 */
final class Ledger {

    private final StatementTable table;
    private final Accounts accounts;
    private final AccountingSwitch accounting;
    private final FailureKinds failureKinds;
    /** The names of origins; null if request units are not counted by origin. */
    private final @Nullable OriginNames origins;

    /** The request units of executions that ended while collection was off, since the start. */
    private final Map<String, RuTotals> late = new HashMap<>();

    private final Undrained undrained;

    /** The last of the {@link #failures}; null if there is none. */
    @Nullable
    Throwable failure;

    /** The number of failures that {@link Settler} has not counted yet. */
    int failures;

    Ledger(
            StatementTable table,
            Accounts accounts,
            Undrained undrained,
            AccountingSwitch accounting,
            boolean byOrigin) {
        this.table = table;
        this.accounts = accounts;
        this.undrained = undrained;
        this.accounting = accounting;
        this.failureKinds = table.failureKinds();
        this.origins = byOrigin ? table.originNames() : null;
    }

    /** Applies all published entries of a session. */
    void settle(Journals session) {
        settle(session, Long.MAX_VALUE);
    }

    /** Applies at most {@code most} published entries of each journal of a session. */
    void settle(Journals session, long most) {
        for (Journal journal : session.lanes()) {
            settle(session, journal, most);
        }
    }

    private void settle(Journals session, Journal journal, long most) {
        long waiting = journal.published() - journal.progress.next;
        if (waiting == 0 && journal.unsettled() == 0) {
            return;
        }
        journal.progress.waiting(waiting);
        long end = journal.progress.next + Math.min(most, waiting);
        try {
            while (journal.progress.next < end) {
                long entry =
                        journal.progress.next++; // advanced first, so that a failure below can't count the entry twice
                try {
                    add(session, journal, entry);
                    journal.unnumbered.forget(entry);
                } catch (Throwable t) {
                    // a field, because the stack may have no room for a call
                    failures++;
                    failure = t;
                }
            }
        } finally {
            journal.giveBack();
        }
        journal.fit();
    }

    private void add(Journals session, Journal journal, long entry) {
        long[] words = journal.words();
        int at = EntryRing.at(words, entry);
        long head = words[at + Entry.HEAD];
        switch (Entry.kind(head)) {
            case Entry.EXECUTION, Entry.MEASURED -> addExecution(session, journal, entry, words, at);
            case Entry.READ -> addRead(session, accounts.named(journal, entry, head), words, at);
            case Entry.REQUEST_UNITS -> {
                double ru = Double.longBitsToDouble(words[at + Entry.ELAPSED]);
                addRequestUnits(session, accounts.named(journal, entry, head), head, ru);
            }
            case Entry.ROWS_AFFECTED ->
                rowOfLater(session, accounts.named(journal, entry, head)).addRowsAffected(words[at + Entry.ROWS]);
            case Entry.COMMIT, Entry.ROLLBACK -> addTransaction(session, words, at);
            case Entry.AUTO_COMMIT -> session.repeats.setAutoCommit(words[at + Entry.ROWS] != 0);
            default -> {
                // an execution that never ended, or a call that fetched
            }
        }
    }

    /** Returns the row of an account; looks it up again after an eviction. */
    private StatementStats row(Account account, long nanos) {
        StatementStats row = account.row;
        if (row != null && !row.retired()) {
            return row;
        }
        if (account.digest == null) {
            return table.rest();
        }
        row = account.spender.schema.statement(account.digest);
        row.ranBy(account.plan, nanos);
        // rows of accounts without number are not looked up again to drop them, and the rest only stands in for now
        if (account.isNumbered() && row != table.rest()) {
            account.row = row;
        }
        return row;
    }

    /**
     * Returns the row for a later part of an execution. If the execution counted in the row without digest, or its row
     * was folded into that row, the later part counts there too, because a new row would have no executions.
     */
    private StatementStats rowOfLater(Journals session, Account account) {
        boolean mayPrecede = account.row == null && account.isNumbered() && session.lanes().length > 1;
        if (mayPrecede && account.digest != null) { // the execution is in another lane, which is applied next
            return account.spender.schema.statement(account.digest);
        }
        return rowOfLater(account);
    }

    private StatementStats rowOfLater(Account account) {
        StatementStats row = account.row;
        if (row == null || row.retired()) {
            row = account.digest == null ? null : account.spender.schema.find(account.digest);
        }
        return row == null ? table.rest() : row;
    }

    private void addExecution(Journals session, Journal journal, long entry, long[] words, int at) {
        long head = words[at + Entry.HEAD];
        Account account = accounts.named(journal, entry, head);
        account.used = true;
        long elapsed = Math.max(0, words[at + Entry.ELAPSED]);
        long end = words[at + Entry.START] + elapsed;
        StatementStats row = count(account, elapsed, end, words[at + Entry.ROWS], head);
        int flags = Entry.flags(head);
        double ru = 0;
        Estimate estimate = account.spender.estimate;
        if ((flags & Entry.ESTIMATED) != 0 && estimate != null) {
            ru = account.estimatedRu(elapsed);
            row.addRequestUnits(ru, estimate.source());
        }
        boolean measured = Entry.kind(head) == Entry.MEASURED;
        int weight = account.executed(measured && isRead(words, at));
        if ((flags & Entry.COLLECTED) != 0) {
            double ruLeft = ru - journal.progress.sampledRu(entry);
            long nanosLeft = elapsed - journal.progress.sampledNanos(entry);
            spendKnown(account, head, ruLeft, 1, nanosLeft, measured ? weight * cpuNanos(words, at) : 0);
        }
        if (measured) {
            addClientBytes(row, weight, words, at);
        }
        int perTransaction = session.repeats.executed(row, end - elapsed, elapsed);
        int origin = Entry.origin(head);
        if (origin != OriginNames.NONE) {
            row.addOrigin(origin, elapsed, Entry.failure(head) != 0, perTransaction, ru);
        }
    }

    private static boolean isRead(long[] words, int at) {
        return words[at + Entry.CLIENT_BYTES] != Entry.NOT_READ || words[at + Entry.CPU] != Entry.NOT_READ;
    }

    private static long cpuNanos(long[] words, int at) {
        long cpu = words[at + Entry.CPU];
        return cpu == Entry.NOT_READ ? 0 : cpu;
    }

    private static void addClientBytes(StatementStats row, int weight, long[] words, int at) {
        long bytes = words[at + Entry.CLIENT_BYTES];
        if (bytes != Entry.NOT_READ) {
            row.addClientBytes(bytes, weight, bytes);
        }
    }

    /**
     * Counts an execution in its row, or in the row without digest if the row can't get memory; returns the row that
     * has counted.
     */
    private StatementStats count(Account account, long elapsed, long end, long rows, long head) {
        int warnings = Entry.warnings(head);
        int failed = Entry.failure(head);
        int errorClass =
                failed == 0 ? 0 : failureKinds.kind(failed).errorClass().code();
        try {
            StatementStats row = row(account, end);
            row.add(elapsed, end, rows, warnings, errorClass, failed);
            return row;
        } catch (Throwable t) {
            failures++;
            failure = t;
            StatementStats rest = table.rest();
            rest.add(elapsed, end, rows, warnings, errorClass);
            return rest;
        }
    }

    private void addRead(Journals session, Account account, long[] words, int at) {
        long head = words[at + Entry.HEAD];
        StatementStats row = rowOfLater(session, account);
        long nanos = words[at + Entry.ELAPSED];
        long bytes = words[at + Entry.BYTES_READ];
        int flags = Entry.flags(head);
        Estimate estimate = (flags & Entry.ESTIMATED) == 0 ? null : account.spender.estimate;
        long buffered = estimate == null ? 0 : words[at + Entry.BUFFERED];
        row.addRead(words[at + Entry.ROWS], nanos, bytes, buffered);
        long fetches = words[at + Entry.FETCHES];
        row.addFetches(fetches < 0 ? ~fetches : fetches, fetches < 0 ? 1 : 0);
        session.repeats.read(Math.max(0, nanos));
        double ru = 0;
        if (estimate != null) {
            ru = estimate.model().ofBytesRead(bytes + buffered) + nanos * estimate.perNano();
            row.addRequestUnits(ru, estimate.source());
        }
        if ((flags & Entry.COLLECTED) != 0) {
            spend(account, head, ru, 0, nanos, 0, 0, 0);
        }
        int origin = Entry.origin(head);
        if (origin != OriginNames.NONE) {
            row.addOriginRead(origin, words[at + Entry.ROWS], Math.max(0, nanos), ru);
        }
        long clientBytes = words[at + Entry.CLIENT_BYTES];
        if (clientBytes != Entry.NOT_READ) {
            row.addClientBytes(clientBytes, account.weight, words[at + Entry.CLIENT_TOTAL]);
        }
    }

    private void addRequestUnits(Journals session, Account account, long head, double ru) {
        int flags = Entry.flags(head);
        boolean known = (flags & (Entry.UNKNOWN | Entry.OFF)) == 0;
        if (known) {
            StatementStats row = rowOfLater(session, account);
            row.addRequestUnits(ru, account.spender.source());
            if (Entry.origin(head) != OriginNames.NONE) {
                row.addOriginRead(Entry.origin(head), 0, 0, ru);
            }
        }
        if ((flags & Entry.COLLECTED) != 0) {
            spendKnown(account, head, ru, 0, 0, 0);
        }
    }

    /** Applies the session's journals, then adds the terms of an execution's request units to its row. */
    void addRuTerms(Journals session, Account account, RuTermSums terms) {
        settle(session);
        rowOfLater(account).addRuTerms(terms);
    }

    /** Adds the repetitions of a statement within a scope of {@code origin} in autocommit. */
    void addScope(int account, int origin, int times) {
        rowOfLater(accounts.find(account)).addScope(origin, times);
    }

    /** Applies the session's journals, then offers an execution as the sample of its row. */
    void sample(Journals session, Account account, String sql, long elapsedNanos, long endNanos) {
        settle(session);
        table.sample(rowOfLater(account), sql, account.plan(), elapsedNanos, endNanos);
    }

    private void addTransaction(Journals session, long[] words, int at) {
        long head = words[at + Entry.HEAD];
        long elapsed = words[at + Entry.ELAPSED];
        long end = words[at + Entry.START] + elapsed;
        EventKind kind = Entry.kind(head) == Entry.COMMIT ? EventKind.COMMIT : EventKind.ROLLBACK;
        int errorClass = failureKinds.kind(Entry.failure(head)).errorClass().code();
        table.eventStats(kind).add(elapsed, end, errorClass);
        session.repeats.transactionEnded(errorClass != 0, end - elapsed);
    }

    /** Adds request units, and counts an execution as unknown or off if the flags of {@code head} say so. */
    private void spendKnown(Account account, long head, double ru, long executions, long nanos, long cpu) {
        long unknown = (Entry.flags(head) & Entry.UNKNOWN) == 0 ? 0 : 1;
        long off = (Entry.flags(head) & Entry.OFF) == 0 ? 0 : 1;
        spend(account, head, ru, executions, nanos, unknown, off, cpu);
    }

    private void spend(
            Account account, long head, double ru, long executions, long nanos, long unknown, long off, long cpu) {
        if (!accounting.isCollecting()) {
            late.computeIfAbsent(account.spender.source(), source -> new RuTotals())
                    .add(ru, executions, nanos, unknown, off, cpu);
            return;
        }
        String origin = origins == null ? null : origin(origins, head);
        undrained.spend(account, origin, ru, executions, nanos, unknown, off, cpu);
    }

    /** Returns the name of an entry's origin, empty for none. */
    private static String origin(OriginNames names, long head) {
        String name = names.name(Entry.origin(head));
        return name == null ? "" : name;
    }

    /**
     * Counts the time and the estimated request units of running executions. If the server may report request units,
     * everything counts at the end, because the time alone would look like a free execution.
     *
     * @param takes whether to count; if false, only the result is wanted
     * @return whether an execution runs whose request units are collected
     */
    boolean sample(Journals session, long nowNanos, boolean takes) {
        boolean any = false;
        for (Journal journal : session.lanes()) {
            long entry = journal.running();
            if (entry < 0) {
                continue;
            }
            long head = journal.word(entry, Entry.HEAD);
            long elapsed = nowNanos - journal.word(entry, Entry.START);
            if (!journal.runs(entry) || !Entry.isExecution(head) || (Entry.flags(head) & Entry.COLLECTED) == 0) {
                continue;
            }
            any = true;
            if (takes) {
                sample(journal, entry, head, elapsed);
            }
        }
        return any;
    }

    private void sample(Journal journal, long entry, long head, long elapsed) {
        long before = journal.progress.sampledNanos(entry);
        if (elapsed <= before) {
            return;
        }
        Account account = accounts.named(journal, entry, head);
        account.used = true;
        Estimate estimate = (Entry.flags(head) & Entry.ESTIMATED) == 0 ? null : account.spender.estimate;
        if (estimate == null) {
            return;
        }
        double ru = elapsed * estimate.perNano();
        spend(account, head, ru - journal.progress.sampledRu(entry), 0, elapsed - before, 0, 0, 0);
        journal.progress.sampled(entry, elapsed, ru);
    }

    /** Subtracts from {@code target} the request units of running executions that are counted already. */
    void subtractSampled(Journals session, RuTotals target) {
        for (Journal journal : session.lanes()) {
            long entry = journal.published();
            double ru = -journal.progress.sampledRu(entry);
            long nanos = -journal.progress.sampledNanos(entry);
            if (origins == null || nanos == 0) {
                target.add(ru, 0, nanos, 0, 0);
            } else {
                target.addOf(origin(origins, journal.word(entry, Entry.HEAD)), ru, 0, nanos, 0, 0, 0);
            }
        }
    }

    /** Returns the request units by source of executions that ended while collection was off. */
    Map<String, RuTotals> late() {
        Map<String, RuTotals> copy = new HashMap<>();
        late.forEach((source, totals) -> {
            RuTotals sum = new RuTotals();
            sum.add(totals);
            copy.put(source, sum);
        });
        return copy;
    }
}
