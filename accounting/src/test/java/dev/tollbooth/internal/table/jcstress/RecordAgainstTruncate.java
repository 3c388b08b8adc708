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

/** A race of an execution with a truncate: the execution is either in the table or in the truncated figures. */
@JCStressTest
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "recorded before")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "recorded after")
@State
public class RecordAgainstTruncate {

    private final StatementTable table = Tables.table(StatementTableOptions.DEFAULT);

    @Actor
    public void record() {
        Tables.execute(table, Tables.FIRST);
    }

    @Actor
    public void truncate() {
        table.reset();
    }

    @Arbiter
    public void read(JJ_Result result) {
        result.r1 = table.executions();
        result.r2 = Tables.sumOfCounts(table);
    }
}
