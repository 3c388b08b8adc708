package dev.tollbooth.internal.ru;

import dev.tollbooth.internal.cost.RuTermSums;
import dev.tollbooth.internal.journal.EntryRuState;
import dev.tollbooth.spi.Plan;
import org.jspecify.annotations.Nullable;

/**
 * The cost of one execution, as a source read it. Immutable.
 *
 * @param state whether the figures are known
 * @param rru request units of reading, 0 or more
 * @param wru request units of writing, 0 or more
 * @param source the source that marks the figures, such as {@code postgres} or {@code tidb-sampled}
 * @param terms the terms of the calculation, null if the server reported the figures
 * @param plan the plan, null if unknown
 */
public record RuReading(
        EntryRuState state,
        double rru,
        double wru,
        String source,
        @Nullable RuTermSums terms,
        @Nullable Plan plan) {

    /** A reading without a cost: the cost was not reported, or not yet. */
    public static final RuReading NOTHING = new RuReading(EntryRuState.UNKNOWN, 0, 0, "", null, null);

    /** A reading whose cost comes later: {@link InternalRuReader#late} will return the cost, or an unknown one. */
    public static final RuReading LATER = new RuReading(EntryRuState.UNKNOWN, 0, 0, "later", null, null);

    /** Rejects figures that are negative or not finite. */
    public RuReading {
        if (!(rru >= 0 && wru >= 0 && rru + wru < Double.MAX_VALUE)) {
            throw new IllegalArgumentException("request units out of range: source=" + source + ", rru=" + rru
                    + ", wru=" + wru + "; make such a reading unknown");
        }
    }

    /** Returns a reading of figures that the server reported. */
    public static RuReading reported(double rru, double wru, String source) {
        return new RuReading(EntryRuState.REPORTED, rru, wru, source, null, null);
    }

    /** Returns a reading of a cost that the source could not determine. */
    public static RuReading unknown(String source) {
        return new RuReading(EntryRuState.UNKNOWN, 0, 0, source, null, null);
    }

    /** Returns a reading for a server that counts no request units. */
    public static RuReading off(String source) {
        return new RuReading(EntryRuState.OFF, 0, 0, source, null, null);
    }

    /** Returns this reading with a plan. */
    public RuReading in(@Nullable Plan known) {
        return new RuReading(state, rru, wru, source, terms, known);
    }

    /** Returns the request units of reading and writing. */
    public double ru() {
        return rru + wru;
    }

    /** Returns whether this is {@link #LATER}, perhaps with the expected plan. */
    public boolean isLater() {
        return state == EntryRuState.UNKNOWN && source.equals(LATER.source);
    }

    /** Returns whether this is {@link #NOTHING}. */
    public boolean isNothing() {
        return this == NOTHING;
    }
}
