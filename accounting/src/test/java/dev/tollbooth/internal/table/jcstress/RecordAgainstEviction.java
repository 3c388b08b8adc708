package dev.tollbooth.internal.table.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.StatementTableOptions;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/**
 * A race of an execution with the eviction of its statement's row: no count is lost, and the table has only one row for
 * the statement.
 */
@JCStressTest
@Outcome(id = "2, 2, 1", expect = ACCEPTABLE, desc = "counted in a row of its own, or in the rest beside the second's")
@Outcome(id = "2, 2, 0", expect = ACCEPTABLE, desc = "both counted in the rest")
@State
public class RecordAgainstEviction {

    private final StatementTable table = Tables.table(StatementTableOptions.DEFAULT.withSize(1));

    @Actor
    public void first() {
        Tables.execute(table, Tables.FIRST);
    }

    @Actor
    public void second() {
        Tables.execute(table, Tables.SECOND);
        table.evictColdest(1);
    }

    @Arbiter
    public void read(JJJ_Result result) {
        result.r1 = Tables.sumOfCounts(table);
        result.r2 = table.global().total();
        result.r3 = table.size();
    }
}
