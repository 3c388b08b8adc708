package dev.tollbooth.accounting.statement.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.tollbooth.accounting.statement.StatementTable;
import dev.tollbooth.accounting.statement.StatementTableOptions;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/** What a statement has tallied is counted once, whoever draws it, and what was handed on with it. */
@JCStressTest
@Outcome(id = "[0-9]+, 20, 20", expect = ACCEPTABLE, desc = "full once, whoever draws")
@State
public class TallyAgainstRead {

    private final StatementTable table = Tables.table(StatementTableOptions.DEFAULT);
    private final Tables.Tallied tally = new Tables.Tallied(table);

    private int direct;

    /** More than it has room for: both may draw. */
    @Actor
    public void execute() {
        for (int i = 0; i < 20; i++) {
            if (!tally.executed(1_000_000, 0, 2)) {
                Tables.execute(table, Tables.FIRST);
                direct++;
            }
        }
    }

    @Actor
    public void count(JJJ_Result result) {
        result.r1 = table.executions();
    }

    @Arbiter
    public void read(JJJ_Result result) {
        result.r2 = table.executions();
        result.r3 = tally.executions + direct;
    }
}
