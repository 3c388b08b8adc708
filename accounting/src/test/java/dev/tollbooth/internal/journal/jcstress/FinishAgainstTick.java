package dev.tollbooth.internal.journal.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/**
 * A race of an execution's end with the tick that takes its running time: it is counted once, with exactly its whole
 * time.
 */
@JCStressTest
@Outcome(id = "1, 10, 100", expect = ACCEPTABLE, desc = "counted once, in time too")
@State
public class FinishAgainstTick {

    private final Collected collected = new Collected();

    public FinishAgainstTick() {
        collected.begin();
    }

    @Actor
    public void finish() {
        collected.finish();
    }

    @Actor
    public void tick() {
        collected.tick(200);
    }

    @Arbiter
    public void read(JJJ_Result result) {
        collected.tell(result);
        result.r3 = collected.nanos();
    }
}
