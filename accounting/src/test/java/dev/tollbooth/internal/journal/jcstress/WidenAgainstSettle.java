package dev.tollbooth.internal.journal.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/**
 * A race of executions that find the ring full with a thread that settles it and holds the lock for long. The ring is
 * widened while it is read, and each execution is counted once.
 */
@JCStressTest
@Outcome(id = "200, 2000, 200", expect = ACCEPTABLE, desc = "each once")
@State
public class WidenAgainstSettle {

    private final Collected collected = new Collected();

    @Actor
    public void execute() {
        collected.execute(200);
    }

    @Actor
    public void settle() {
        for (int i = 0; i < 10; i++) {
            collected.table.lock().lock();
            try {
                collected.registry.settleAll();
                for (int spin = 0; spin < 1_000; spin++) {
                    Thread.onSpinWait();
                }
                collected.registry.settleAll();
            } finally {
                collected.table.lock().unlock();
            }
            collected.registry.tick();
        }
    }

    @Arbiter
    public void read(JJJ_Result result) {
        collected.tell(result);
    }
}
