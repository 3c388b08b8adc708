package dev.tollbooth.internal.journal;

import dev.tollbooth.internal.control.AccountingSwitch;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.StatementTableOptions;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.internal.time.WallClock;

/** A replacement for the garbage collector in tests of leaks. */
public final class Leaks {

    private Leaks() {}

    /** Makes the registry treat {@code session} as if it was collected without a close. */
    public static void leak(Session session) {
        session.journals.enqueue();
    }

    /** Makes a registry with a lower limit of accounts than an application's. */
    public static SessionRegistry registry(Ticker ticker, int mostAccounts) {
        return registry(table(ticker), ticker, mostAccounts);
    }

    /** Makes a registry with a limit of calls. */
    static SessionRegistry registry(Ticker ticker, QueryLimit limit) {
        return new SessionRegistry(
                table(ticker),
                new SessionRegistry.Clock(ticker, new AccountingSwitch(), new Failures(ticker)),
                new SessionRegistry.Options(limit, null, false));
    }

    public static StatementTable table(Ticker ticker) {
        return new StatementTable(StatementTableOptions.DEFAULT, ticker, new WallClock(0, 0));
    }

    public static SessionRegistry registry(StatementTable table, Ticker ticker, int mostAccounts) {
        return registry(table, ticker, mostAccounts, false);
    }

    public static SessionRegistry registry(StatementTable table, Ticker ticker, int mostAccounts, boolean byOrigin) {
        return new SessionRegistry(
                table,
                new SessionRegistry.Clock(ticker, new AccountingSwitch(), new Failures(ticker)),
                new SessionRegistry.Options(null, null, mostAccounts, byOrigin));
    }
}
