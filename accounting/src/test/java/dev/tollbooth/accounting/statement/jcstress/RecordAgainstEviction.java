package dev.tollbooth.accounting.statement.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.tollbooth.accounting.statement.StatementTable;
import dev.tollbooth.accounting.statement.StatementTableOptions;
import dev.tollbooth.accounting.statement.WhenFull;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/** Two statements that push each other out of a table of one place lose nothing, and never get a second place. */
@JCStressTest
@Outcome(id = "2, 2, 1", expect = ACCEPTABLE, desc = "both counted, one row named")
@State
public class RecordAgainstEviction {

    private final StatementTable table =
            Tables.table(StatementTableOptions.DEFAULT.withSize(1).withWhenFull(WhenFull.EVICT_COLDEST));

    @Actor
    public void first() {
        Tables.execute(table, Tables.FIRST);
    }

    @Actor
    public void second() {
        Tables.execute(table, Tables.SECOND);
    }

    @Arbiter
    public void read(JJJ_Result result) {
        result.r1 = Tables.sumOfCounts(table);
        result.r2 = table.global().total();
        result.r3 = table.size();
    }
}
