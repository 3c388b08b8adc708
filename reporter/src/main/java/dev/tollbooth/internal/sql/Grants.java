package dev.tollbooth.internal.sql;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * What a user may do with which table; whatever is not named is refused.
 *
 * <p>Thread-safe: immutable.
 *
 * @param select the tables that may be read
 * @param truncate the tables that may be emptied; in H2 this is the right DELETE, though DELETE itself is refused to all
 */
public record Grants(Set<PerformanceTable> select, Set<PerformanceTable> truncate) {

    /** Reading everything. */
    public static final Grants SELECT = new Grants(EnumSet.allOf(PerformanceTable.class), Set.of());

    /** Reading and emptying everything. */
    public static final Grants SELECT_AND_TRUNCATE =
            new Grants(EnumSet.allOf(PerformanceTable.class), EnumSet.allOf(PerformanceTable.class));

    /** Copies the sets; a table that can't be emptied is left out of {@code truncate}. */
    public Grants {
        select = copy(select, false);
        truncate = copy(truncate, true);
    }

    private static Set<PerformanceTable> copy(Set<PerformanceTable> tables, boolean truncatableOnly) {
        EnumSet<PerformanceTable> copy = EnumSet.noneOf(PerformanceTable.class);
        for (PerformanceTable table : tables) {
            if (table.truncatable() || !truncatableOnly) {
                copy.add(table);
            }
        }
        return Collections.unmodifiableSet(copy);
    }
}
