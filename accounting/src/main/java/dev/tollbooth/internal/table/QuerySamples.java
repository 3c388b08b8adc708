package dev.tollbooth.internal.table;

import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.statement.QuerySample;
import dev.tollbooth.statement.Sha256;

/**
 * A store that keeps one SQL text per row, if samples are on and there is room.
 *
 * <p>Thread-safe: if two threads offer a sample at once, one of them wins.
 */
final class QuerySamples {

    private final StatementTableOptions options;
    private final WallClock wallClock;
    private final TableMemory memory;

    QuerySamples(StatementTableOptions options, WallClock wallClock, TableMemory memory) {
        this.options = options;
        this.wallClock = wallClock;
        this.memory = memory;
    }

    void offer(StatementStats row, String sql, Sha256 plan, long elapsedNanos, long endNanos) {
        if (!options.samples()) {
            return;
        }
        QuerySample present = row.sample();
        long now = wallClock.epochMillis(endNanos);
        boolean better = present == null
                || elapsedNanos > present.elapsedNanos()
                || now - present.seenEpochMillis() > options.samplesMaxAge().toMillis();
        if (better && memory.samplesAllowed()) {
            QuerySample sample = new QuerySample(sql, now, elapsedNanos, plan);
            row.setSample(sample);
            memory.sampled(present, sample);
        }
    }
}
