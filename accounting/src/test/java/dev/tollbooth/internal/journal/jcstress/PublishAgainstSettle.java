package dev.tollbooth.internal.journal.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/** A race of executions that fill and widen the ring with a thread that settles it: each execution is counted once. */
@JCStressTest
@Outcome(id = "100, 1000, 100", expect = ACCEPTABLE, desc = "each once")
@State
public class PublishAgainstSettle {

    private final Collected collected = new Collected();

    @Actor
    public void execute() {
        collected.execute(100);
    }

    @Actor
    public void settle() {
        for (int i = 0; i < 10; i++) {
            collected.registry.settleAll();
        }
    }

    @Arbiter
    public void read(JJJ_Result result) {
        collected.tell(result);
    }
}
