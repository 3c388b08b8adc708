package dev.tollbooth.reporter.jmx;

import dev.tollbooth.accounting.memory.HeapProfileRecorder;
import dev.tollbooth.accounting.memory.MemoryLimit;
import dev.tollbooth.accounting.memory.MemoryTrace;
import dev.tollbooth.accounting.memory.MemoryTraceManager;

/**
 * What the MBean {@code Memory} shows.
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
}
