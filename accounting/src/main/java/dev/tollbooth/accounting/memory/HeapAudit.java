package dev.tollbooth.accounting.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Counts, on demand, the entries that are really in the heap: instances of their classes times their mean deep size.
 *
 * <p>Stops the JVM: see {@link ClassHistogram#take}. Counts the entries of all instances of Tollbooth that the JVM has.
 * Thread-safe: immutable.
 */
public final class HeapAudit {

    /**
     * A class to be counted.
     *
     * @param type the class of the entries
     * @param meanBytes the mean bytes of an entry with all that it alone refers to
     */
    public record Entries(Class<?> type, LongSupplier meanBytes) {}

    /**
     * What was counted.
     *
     * @param className the entries' class
     * @param instances how many there are
     * @param ownBytes the bytes of these alone
     * @param deepBytes the bytes with all that they refer to, by their mean
     */
    public record Row(String className, long instances, long ownBytes, long deepBytes) {}

    private final List<Entries> entries;

    /** Counts {@code entries} in this JVM. */
    public HeapAudit(List<Entries> entries) {
        this.entries = List.copyOf(entries);
    }

    /**
     * Counts now.
     *
     * @throws IllegalStateException if the JVM doesn't tell
     */
    public List<Row> take() {
        ClassHistogram histogram = ClassHistogram.take();
        List<Row> rows = new ArrayList<>();
        for (Entries counted : entries) {
            String name = counted.type.getName();
            ClassHistogram.Row found = histogram.of(name);
            rows.add(
                    new Row(name, found.instances(), found.bytes(), found.instances() * counted.meanBytes.getAsLong()));
        }
        return rows;
    }
}
