package dev.tollbooth.accounting.statement;

import org.jspecify.annotations.Nullable;

/**
 * What only some executions are known to have cost: request units and bytes on the client.
 *
 * <p>Not thread-safe: part of a {@link Totals}.
 */
final class Cost {

    double sumRu;
    /** Null until there is a reading. */
    @Nullable
    String ruSource;

    long sumClientBytes;
    long maxClientBytes;
    boolean clientBytesKnown;

    Cost copy() {
        Cost copy = new Cost();
        copy.sumRu = sumRu;
        copy.ruSource = ruSource;
        copy.sumClientBytes = sumClientBytes;
        copy.maxClientBytes = maxClientBytes;
        copy.clientBytesKnown = clientBytesKnown;
        return copy;
    }

    void addRu(double ru, String source) {
        sumRu += ru;
        ruSource = ruSource == null || ruSource.equals(source) ? source : "mixed";
    }

    void addClientBytes(long bytes) {
        sumClientBytes += bytes;
        maxClientBytes = Math.max(maxClientBytes, bytes);
        clientBytesKnown = true;
    }

    void add(Cost other) {
        String source = other.ruSource;
        if (source != null) {
            addRu(other.sumRu, source);
        }
        sumClientBytes += other.sumClientBytes;
        maxClientBytes = Math.max(maxClientBytes, other.maxClientBytes);
        clientBytesKnown |= other.clientBytesKnown;
    }
}
