package dev.tollbooth.accounting.session.jcstress;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.digest.Sha256;
import dev.tollbooth.accounting.ru.IncrementSource.Drain;
import dev.tollbooth.accounting.ru.RuOwner;
import dev.tollbooth.accounting.ru.RuState;
import dev.tollbooth.accounting.ru.RuTotals;
import dev.tollbooth.accounting.session.Execution;
import dev.tollbooth.accounting.session.RuCell;
import dev.tollbooth.accounting.session.Session;
import dev.tollbooth.accounting.session.SessionRegistry;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/** One connection whose executions are collected, and what ticks took of it. */
final class Collected {

    private static final RuOwner APP = new RuOwner("H2/shop", "warning", "app");
    private static final Digest SELECT = Digest.ofNormalized("select ?", "");

    final SessionRegistry registry = new SessionRegistry(() -> 0);
    private final Session session = registry.open("app");
    final Execution execution = new Execution(session, () -> {});
    private final RuTotals taken = new RuTotals();

    Collected() {
        registry.setCollecting(true);
    }

    RuCell cell() {
        return session.ruCell(APP, SELECT, Sha256.NONE, 0);
    }

    void begin() {
        execution.begin(SELECT, cell(), 0);
    }

    /** Ends an execution of {@code nanos} and 10 request units, as an application's thread does. */
    void finish(RuCell begunIn, long nanos) {
        RuCell cell = begunIn;
        while (!cell.add(1, nanos, 10, RuState.KNOWN)) {
            cell = cell();
        }
    }

    void tick(long nowNanos) {
        registry.drain(nowNanos, Drain.SAMPLE, (key, digest, ru, count, nanos, unknown, off) -> {
            taken.add(ru, count, nanos, unknown, off);
        });
    }

    void tell(JJJ_Result result) {
        tick(1000);
        result.r1 = taken.execCount();
        result.r2 = (long) taken.ru();
        result.r3 = taken.durationNanos();
    }
}
