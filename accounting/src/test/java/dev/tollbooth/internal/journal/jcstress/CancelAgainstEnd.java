package dev.tollbooth.internal.journal.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.journal.Leaks;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.journal.Statement;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.statement.Sha256;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A race of a cancel with the end of an execution: the cancel hits that execution or none, never a later one. */
@JCStressTest
@Outcome(id = "true, false", expect = ACCEPTABLE, desc = "sent while it ran")
@Outcome(id = "false, false", expect = ACCEPTABLE, desc = "too late: not sent")
@State
public class CancelAgainstEnd {

    private final StatementTable table = Leaks.table(() -> 0);
    private final SessionRegistry registry = Leaks.registry(table, () -> 0, 20);
    private volatile boolean over;
    private volatile boolean hitAfter;
    private final Statement statement = new Statement(registry.open("app"), () -> hitAfter = over);
    private final String id;
    private boolean sent;

    public CancelAgainstEnd() {
        statement.begin(
                registry.spender(table.schema(null), new RuOwner("", "off", ""), null)
                        .account(TextDigest.ofNormalized("select ?", ""), Sha256.NONE),
                false,
                0);
        id = registry.list().get(0).id();
    }

    @Actor
    public void cancel() {
        try {
            sent = registry.cancel(id);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Actor
    public void end() {
        statement.finish(1);
        over = true;
    }

    @Arbiter
    public void tell(ZZ_Result result) {
        result.r1 = sent;
        result.r2 = hitAfter;
    }
}
