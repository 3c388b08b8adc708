package dev.tollbooth.internal.journal.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.tollbooth.internal.digest.TextDigest;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/** A race of an execution with the sweep that closes its account: the execution is still counted. */
@JCStressTest
@Outcome(id = "1, 10, 1", expect = ACCEPTABLE, desc = "counted, in its own row or in the one without digest")
@State
public class BeginAgainstSweep {

    private final Collected collected = new Collected();

    @Actor
    public void execute() {
        collected.execute(1);
    }

    @Actor
    public void sweep() {
        for (int i = 0; i < 5; i++) {
            collected.account(TextDigest.ofNormalized("select " + i, ""));
            collected.registry.tick();
        }
    }

    @Arbiter
    public void read(JJJ_Result result) {
        collected.tell(result);
    }
}
