package dev.tollbooth.internal.table.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.StatementTableOptions;
import dev.tollbooth.statement.StatementSnapshot;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/**
 * A race of executions with truncated histograms: the buckets of rows become 0, but neither counts nor the global
 * histogram change.
 */
@JCStressTest
@Outcome(id = "1, 1, 0", expect = ACCEPTABLE, desc = "recorded before")
@Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "recorded after")
@State
public class RecordAgainstHistogramTruncate {

    private final StatementTable table = Tables.table(StatementTableOptions.DEFAULT);

    @Actor
    public void record() {
        Tables.execute(table, Tables.FIRST);
    }

    @Actor
    public void truncate() {
        table.resetHistograms();
    }

    @Arbiter
    public void read(JJJ_Result result) {
        result.r1 = table.global().total();
        for (StatementSnapshot row : table.list()) {
            result.r2 += row.count();
            result.r3 += row.histogram().total();
        }
    }
}
