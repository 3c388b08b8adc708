package dev.tollbooth.internal.table.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.StatementTableOptions;
import dev.tollbooth.statement.StatementSnapshot;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/** A race of an execution with a reader: the reader sees its count, rows and bucket, or none of them. */
@JCStressTest
@Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "read before")
@Outcome(id = "1, 2, 1", expect = ACCEPTABLE, desc = "read after")
@State
public class RecordAgainstSnapshot {

    private final StatementTable table = Tables.table(StatementTableOptions.DEFAULT);

    @Actor
    public void record() {
        Tables.execute(table, Tables.FIRST);
    }

    @Actor
    public void read(JJJ_Result result) {
        for (StatementSnapshot row : table.list()) {
            result.r1 = row.count();
            result.r2 = row.rowsAffected();
            result.r3 = row.histogram().total();
        }
    }
}
