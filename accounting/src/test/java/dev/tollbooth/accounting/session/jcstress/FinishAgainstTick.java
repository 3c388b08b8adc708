package dev.tollbooth.accounting.session.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.tollbooth.accounting.session.RuCell;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/** An execution that ends while the tick takes its running time is counted once, with all of its time. */
@JCStressTest
@Outcome(id = "1, 10, 100", expect = ACCEPTABLE, desc = "ended, unseen by the tick while it ran")
@Outcome(id = "1, 10, 200", expect = ACCEPTABLE, desc = "the tick took its time up to its own clock")
@State
public class FinishAgainstTick {

    private final Collected collected = new Collected();
    private final RuCell cell = collected.cell();

    public FinishAgainstTick() {
        collected.begin();
    }

    @Actor
    public void finish() {
        collected.finish(cell, collected.execution.end(100));
    }

    @Actor
    public void tick() {
        collected.tick(200);
    }

    @Arbiter
    public void read(JJJ_Result result) {
        collected.tell(result);
    }
}
