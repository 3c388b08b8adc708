package dev.tollbooth.internal.jmx;

import dev.tollbooth.internal.memory.HeapProfileRecorder;
import dev.tollbooth.internal.memory.MemoryLimit;
import dev.tollbooth.internal.memory.MemoryTrace;
import dev.tollbooth.internal.memory.MemoryTraceManager;

/**
 * The sources of the MBean {@code Memory}.
 *
 * @param traces the memory tree
 * @param recorder the measurements of memory that is still referenced
 * @param limit the limit on the calculated memory, {@code memory.limit}
 * @param refresh updates the memory tree now instead of at the next period
 */
public record ExposedMemory(
        MemoryTraceManager traces, HeapProfileRecorder recorder, MemoryLimit limit, Runnable refresh) {

    /** Returns the present memory tree. */
    MemoryTrace now() {
        refresh.run();
        return traces.snapshot();
    }

    /** Returns the present memory that counts towards the limit. */
    MemoryTrace counted() {
        refresh.run();
        return traces.counted();
    }
}
