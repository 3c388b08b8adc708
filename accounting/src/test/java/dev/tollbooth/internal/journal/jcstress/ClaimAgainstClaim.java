package dev.tollbooth.internal.journal.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.tollbooth.internal.journal.Journal;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/** A race of two threads that execute on one connection: only one of them claims the journal. */
@JCStressTest
@Outcome(id = "true", expect = ACCEPTABLE, desc = "each has its own")
@State
public class ClaimAgainstClaim {

    private final Collected collected = new Collected();
    private Journal first;
    private Journal second;

    @Actor
    public void claim() {
        first = collected.statement.session.claim(() -> {});
    }

    @Actor
    public void claimToo() {
        second = collected.statement.session.claim(() -> {});
    }

    @Arbiter
    public void compare(Z_Result result) {
        result.r1 = first != second;
    }
}
