package dev.tollbooth.accounting.session.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.tollbooth.accounting.session.RuCell;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/** What is spent while the tick retires its cell is in this cell or in the next one, and counted once. */
@JCStressTest
@Outcome(id = "1, 10, 100", expect = ACCEPTABLE, desc = "counted")
@State
public class FinishAgainstRetire {

    private final Collected collected = new Collected();
    private final RuCell cell = collected.cell();

    @Actor
    public void finish() {
        collected.finish(cell, 100);
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
