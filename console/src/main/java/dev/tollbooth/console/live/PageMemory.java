package dev.tollbooth.console.live;

import dev.tollbooth.internal.instance.ConsoleMemory;

/**
 * The memory of a live page: its reports, and the cached model. The model is dropped first.
 *
 * <p>Thread-safe, like its parts.
 */
record PageMemory(ReportHistory reports, PackedModel figures) implements ConsoleMemory {

    @Override
    public long heldBytes() {
        return reports.heldBytes() + figures.heldBytes();
    }

    @Override
    public long shrink(long bytes) {
        long freed = figures.shrink(bytes);
        return freed < bytes ? freed + reports.shrink(bytes - freed) : freed;
    }
}
