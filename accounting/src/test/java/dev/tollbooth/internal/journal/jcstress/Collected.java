package dev.tollbooth.internal.journal.jcstress;

import dev.tollbooth.internal.cost.Estimate;
import dev.tollbooth.internal.cost.IncrementSource.Drain;
import dev.tollbooth.internal.cost.RuModel;
import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.cost.RuTotals;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.journal.Account;
import dev.tollbooth.internal.journal.Leaks;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.journal.Statement;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.statement.Sha256;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/** One connection with collected executions, and the sums that ticks took from it. */
final class Collected {

    /** An estimate whose price of time is 0, because ticks estimate the running time. */
    private static final Estimate FREE = new Estimate(Estimate.SOURCE, new RuModel(0, 0, 65_536, 1_000, 1_024), 0);

    private static final TextDigest SELECT = TextDigest.ofNormalized("select ?", "");

    final StatementTable table = Leaks.table(() -> 0);
    /**
     * The time, which each reading advances by a second, so that each sweep releases the accounts that the previous one
     * has closed.
     */
    private final AtomicLong clock = new AtomicLong();

    final SessionRegistry registry = Leaks.registry(table, () -> clock.addAndGet(1_000_000_000), 2);
    final Statement statement = new Statement(registry.open("app"));
    private final RuTotals taken = new RuTotals();

    Collected() {
        registry.setCollecting(true);
    }

    Account account(TextDigest digest) {
        return registry.spender(table.schema(null), new RuOwner("H2/shop", Estimate.SOURCE, "app"), FREE)
                .account(digest, Sha256.NONE);
    }

    void begin() {
        statement.begin(account(SELECT), true, 0);
    }

    /** Ends an execution of 100 nanoseconds and 10 request units, as an application's thread does. */
    void finish() {
        statement.finish(100);
        statement.tell(10);
    }

    void execute(int times) {
        for (int i = 0; i < times; i++) {
            begin();
            finish();
        }
    }

    void tick(long nowNanos) {
        registry.drain(nowNanos, Drain.SAMPLE, (key, digest, spent) -> taken.add(spent));
    }

    /** Returns the executions and request units that ticks have taken, and the executions in the rows. */
    void tell(JJJ_Result result) {
        tick(1000);
        result.r1 = taken.execCount();
        result.r2 = (long) taken.ru();
        result.r3 = table.executions();
    }

    long nanos() {
        tick(1000);
        return taken.durationNanos() + registry.undrained().durationNanos();
    }
}
