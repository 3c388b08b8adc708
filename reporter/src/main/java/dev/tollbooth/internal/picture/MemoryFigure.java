package dev.tollbooth.internal.picture;

import dev.tollbooth.internal.memory.MemoryTrace;

/** Which of the two figures of a memory trace. */
public enum MemoryFigure {
    /** Memory by calculation. */
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
    /** Memory that was seen to be referenced; tracked bytes if nothing measures. */
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

    /** Returns the bytes of {@code node} and all below it. */
    abstract long total(MemoryTrace node);
}
