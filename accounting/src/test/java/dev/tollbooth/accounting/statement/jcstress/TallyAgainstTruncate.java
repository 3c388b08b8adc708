package dev.tollbooth.accounting.statement.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.tollbooth.accounting.statement.StatementTable;
import dev.tollbooth.accounting.statement.StatementTableOptions;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** A tallied execution is in the table or in what a truncate took, never in both or neither. */
@JCStressTest
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "drawn before")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "drawn after")
@State
public class TallyAgainstTruncate {

    private final StatementTable table = Tables.table(StatementTableOptions.DEFAULT);
    private final Tables.Tallied tally = new Tables.Tallied(table);

    @Actor
    public void execute() {
        tally.executed(1_000_000, 0, 2);
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
