package dev.tollbooth.internal.topru;

import dev.tollbooth.internal.cost.RuTotals;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.journal.Account;
import dev.tollbooth.internal.journal.EntryRuState;
import dev.tollbooth.internal.journal.Session;
import dev.tollbooth.internal.journal.Spender;
import dev.tollbooth.internal.journal.Statement;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One statement object of a connection, driven as the proxies do it. It counts its request units itself.
 *
 * <p>Not thread-safe.
 */
final class Client {

    /**
     * The CPU time of each execution, which is constant, so that each sum of CPU time shows its number of executions.
     */
    static final long CPU_NANOS = 7;

    final Session session;
    private final RuTotals spent;
    private final Map<String, RuTotals> spentBy;
    private final Statement statement;
    private final CumulativeRu readings = new CumulativeRu();
    private boolean collected;
    private double ruPerNano;
    /** The account for a cost that the server reports at the end; null if the source is known from the begin. */
    private @Nullable Account toldIn;

    private long start;
    private String origin = "";

    /**
     * Makes a client that adds the request units of collected executions to {@code spent}, and by origin to {@code
     * spentBy}, once they are known.
     */
    Client(Session session, RuTotals spent, Map<String, RuTotals> spentBy) {
        this.session = session;
        this.spent = spent;
        this.spentBy = spentBy;
        this.statement = new Statement(session).measured(CPU_NANOS);
    }

    /** Sets the origin of further executions. */
    void of(String name, int number) {
        origin = name;
        statement.of(number);
    }

    private void spend(double ru, long executions, long nanos, long unknown, long off, long cpu) {
        if (collected) {
            spent.add(ru, executions, nanos, unknown, off, cpu);
            spentBy.computeIfAbsent(origin, name -> new RuTotals()).add(ru, executions, nanos, unknown, off, cpu);
        }
    }

    void begin(boolean isCollected, Spender spender, TextDigest digest, double perNano, long now) {
        collected = isCollected;
        ruPerNano = perNano;
        toldIn = null;
        start = now;
        readings.begin();
        statement.begin(spender, digest, isCollected, now);
    }

    /**
     * Begins an execution that is estimated in {@code estimated}, unless the server reports a cost at its end, which
     * then counts in {@code told}.
     */
    void beginUntold(boolean isCollected, Account estimated, Account told, double perNano, long now) {
        collected = isCollected;
        ruPerNano = perNano;
        toldIn = told;
        start = now;
        statement.begin(estimated, EntryRuState.REPORTED, isCollected, now);
    }

    /**
     * Passes a running total from the server, which may be less than the previous one. Sources that report at the end
     * have none.
     */
    void reading(double total) {
        if (toldIn == null) {
            tell(readings.advance(total));
        }
    }

    private void tell(double ru) {
        statement.tell(ru);
        spend(ru, 0, 0, 0, 0, 0);
    }

    void finish(long now, EntryRuState state) {
        Account told = toldIn;
        if (told != null && state == EntryRuState.REPORTED) {
            ruPerNano = 0;
            statement.finish(told, now, EntryRuState.REPORTED);
            spend(0, 1, now - start, 0, 0, CPU_NANOS);
            tell(2.5);
            return;
        }
        EntryRuState cost = statement.isEstimated()
                ? EntryRuState.ESTIMATED
                : state == EntryRuState.REPORTED
                        ? EntryRuState.REPORTED
                        : state == EntryRuState.UNKNOWN ? EntryRuState.UNKNOWN : EntryRuState.OFF;
        statement.finish(now, cost);
        long nanos = now - start;
        long unknown = cost == EntryRuState.UNKNOWN ? 1 : 0;
        spend(nanos * ruPerNano, 1, nanos, unknown, cost == EntryRuState.OFF ? 1 : 0, CPU_NANOS);
    }

    /** Reads the result set for some time after the execution. */
    void fetched(long nanos, double ru) {
        statement.fetched(nanos);
        spend(nanos * ruPerNano, 0, nanos, 0, 0, 0);
        tell(ru);
    }
}
