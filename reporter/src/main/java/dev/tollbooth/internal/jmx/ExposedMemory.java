package dev.tollbooth.internal.jmx;

import dev.tollbooth.internal.memory.HeapProfileRecorder;
import dev.tollbooth.internal.memory.MemoryLimit;
import dev.tollbooth.internal.memory.MemoryTrace;
import dev.tollbooth.internal.memory.MemoryTraceManager;

/**
 * The figures of the MBean {@code Memory}.
 *
 * @param traces who holds how much
 * @param recorder what is still referenced
 * @param limit the limit
 * @param refresh has the figures looked at now instead of at the next period
 */
public record ExposedMemory(
        MemoryTraceManager traces, HeapProfileRecorder recorder, MemoryLimit limit, Runnable refresh) {

    /** Returns the trace of this moment. */
    MemoryTrace now() {
        refresh.run();
        return traces.snapshot();
    }

    /** As {@link #now}, with what counts towards the limit alone. */
    MemoryTrace counted() {
        refresh.run();
        return traces.counted();
    }
}
