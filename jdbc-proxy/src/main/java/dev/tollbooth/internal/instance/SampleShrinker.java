package dev.tollbooth.internal.instance;

import dev.tollbooth.internal.memory.MemoryLimit;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.TableMemory;

/**
 * Drops the samples of a statement table when memory is near its limit.
 *
 * <p>Thread-safe, as the table is.
 */
final class SampleShrinker implements MemoryLimit.Shrinkable {

    private final StatementTable statements;
    private final TableMemory memory;

    /** Makes a shrinker that keeps all samples so far. */
    SampleShrinker(StatementTable statements, TableMemory memory) {
        this.statements = statements;
        this.memory = memory;
    }

    @Override
    public long shrink(long bytes) {
        long before = memory.last().samples();
        memory.allowSamples(false);
        return before - statements.walkMemory().samples();
    }

    @Override
    public void restore() {
        memory.allowSamples(true);
    }
}
