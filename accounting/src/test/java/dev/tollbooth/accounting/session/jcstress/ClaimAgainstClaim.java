package dev.tollbooth.accounting.session.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Two threads that execute one statement don't both claim its run, whether in the session's slot or beside it. */
@JCStressTest
@Outcome(
        id = {"true, false", "false, true"},
        expect = ACCEPTABLE,
        desc = "one has it")
@Outcome(id = "false, false", expect = ACCEPTABLE, desc = "each has seen the other")
@State
public class ClaimAgainstClaim {

    private final Collected collected = new Collected();

    @Actor
    public void again(ZZ_Result result) {
        if (collected.execution.claim()) {
            collected.execution.leave();
        }
        result.r1 = collected.execution.claim();
    }

    @Actor
    public void claim(ZZ_Result result) {
        result.r2 = collected.execution.claim();
    }
}
