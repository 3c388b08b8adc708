package dev.tollbooth.accounting.statement.jcstress;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.statement.StatementSnapshot;
import dev.tollbooth.accounting.statement.StatementTable;
import dev.tollbooth.accounting.statement.StatementTableOptions;
import dev.tollbooth.accounting.time.WallClock;

/** What the races work on. */
final class Tables {

    static final Digest FIRST = Digest.ofNormalized("select ?", "select");
    static final Digest SECOND = Digest.ofNormalized("select ? , ?", "select");

    private static final WallClock CLOCK = new WallClock(0, 0);

    private Tables() {}

    static StatementTable table(StatementTableOptions options) {
        return new StatementTable(options, () -> 0, CLOCK);
    }

    /** Records one execution of one millisecond and two rows, as an application's thread does. */
    static void execute(StatementTable table, Digest digest) {
        while (!table.schema(null).statement(digest).recordExecution(1_000_000, 0, 2, 0, 0)) {
            Thread.onSpinWait();
        }
    }

    static long sumOfCounts(StatementTable table) {
        return table.list().stream().mapToLong(StatementSnapshot::count).sum();
    }
}
