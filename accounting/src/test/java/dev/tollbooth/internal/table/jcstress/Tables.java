package dev.tollbooth.internal.table.jcstress;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.StatementTableOptions;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.statement.StatementSnapshot;

/** The table and digests of the races. */
final class Tables {

    static final TextDigest FIRST = TextDigest.ofNormalized("select ?", "select");
    static final TextDigest SECOND = TextDigest.ofNormalized("select ? , ?", "select");

    private static final WallClock CLOCK = new WallClock(0, 0);

    private Tables() {}

    static StatementTable table(StatementTableOptions options) {
        return new StatementTable(options, () -> 0, CLOCK);
    }

    /** Records one execution of one millisecond and two rows, as an application's thread does. */
    static void execute(StatementTable table, TextDigest digest) {
        table.lock().lock();
        try {
            table.schema(null).statement(digest).add(1_000_000, 0, 2, 0, 0);
        } finally {
            table.lock().unlock();
        }
    }

    static long sumOfCounts(StatementTable table) {
        return table.list().stream().mapToLong(StatementSnapshot::count).sum();
    }
}
