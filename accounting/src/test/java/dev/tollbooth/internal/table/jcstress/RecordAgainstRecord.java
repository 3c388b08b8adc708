package dev.tollbooth.internal.table.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.StatementTableOptions;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** A race of two threads in one row, which gets larger meanwhile: both executions are counted. */
@JCStressTest
@Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "both counted")
@State
public class RecordAgainstRecord {

    private final StatementTable table = Tables.table(StatementTableOptions.DEFAULT);

    @Actor
    public void first() {
        Tables.execute(table, Tables.FIRST);
    }

    @Actor
    public void second() {
        Tables.execute(table, Tables.FIRST);
    }

    @Arbiter
    public void read(JJ_Result result) {
        result.r1 = Tables.sumOfCounts(table);
        result.r2 = table.global().total();
    }
}
