package dev.tollbooth.accounting.journal.jcstress;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.digest.Sha256;
import dev.tollbooth.accounting.journal.Account;
import dev.tollbooth.accounting.journal.Leaks;
import dev.tollbooth.accounting.journal.SessionRegistry;
import dev.tollbooth.accounting.journal.Statement;
import dev.tollbooth.accounting.ru.IncrementSource.Drain;
import dev.tollbooth.accounting.ru.RuOwner;
import dev.tollbooth.accounting.ru.RuTotals;
import dev.tollbooth.accounting.statement.StatementTable;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/** One connection whose executions are collected, and what ticks took of it. */
final class Collected {

    private static final Digest SELECT = Digest.ofNormalized("select ?", "");

    final StatementTable table = Leaks.table(() -> 0);
    final SessionRegistry registry = Leaks.registry(table, () -> 0, 2);
    final Statement statement = new Statement(registry.open("app"));
    private final RuTotals taken = new RuTotals();

    Collected() {
        registry.setCollecting(true);
    }

    Account account(Digest digest) {
        return registry.spender(table.schema(null), new RuOwner("H2/shop", "warning", "app"), null)
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
        registry.drain(nowNanos, Drain.SAMPLE, (key, digest, ru, count, nanos, unknown, off, cpu) -> {
            taken.add(ru, count, nanos, unknown, off, cpu);
        });
    }

    /** Executions and request units that ticks have taken, and executions in the rows. */
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
