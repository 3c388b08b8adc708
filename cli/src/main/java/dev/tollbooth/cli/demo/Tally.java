package dev.tollbooth.cli.demo;

import java.util.concurrent.atomic.LongAdder;

/**
 * What the workload itself has counted, to be held against the accounts.
 *
 * <p>Thread-safe.
 */
final class Tally {

    private final LongAdder executed = new LongAdder();
    private final LongAdder errors = new LongAdder();
    private final LongAdder rowsRead = new LongAdder();
    private final LongAdder rowsChanged = new LongAdder();

    void executed() {
        executed.increment();
    }

    void failed() {
        errors.increment();
    }

    void read(long rows) {
        rowsRead.add(rows);
    }

    void changed(long rows) {
        rowsChanged.add(rows);
    }

    /** Returns the sums; exact once nobody counts any more. */
    Sums sums() {
        return new Sums(executed.sum(), errors.sum(), rowsRead.sum(), rowsChanged.sum());
    }
}
