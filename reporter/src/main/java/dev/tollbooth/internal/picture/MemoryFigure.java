package dev.tollbooth.internal.picture;

import dev.tollbooth.internal.memory.MemoryTrace;

/** A figure of the memory tree: tracked or measured. */
public enum MemoryFigure {
    /** The calculated memory. */
    TRACKED {
        @Override
        long own(MemoryTrace node) {
            return node.ownBytes();
        }

        @Override
        long total(MemoryTrace node) {
            return node.totalBytes();
        }
    },
    /** The measured memory that is still referenced; the calculated memory if a node was not measured. */
    MEASURED {
        @Override
        long own(MemoryTrace node) {
            return node.ownMeasuredBytes().orElse(node.ownBytes());
        }

        @Override
        long total(MemoryTrace node) {
            return node.totalMeasuredBytes();
        }
    };

    /** Returns the bytes of {@code node} without its children. */
    abstract long own(MemoryTrace node);

    /** Returns the bytes of {@code node} with its children. */
    abstract long total(MemoryTrace node);
}
