package dev.tollbooth.internal.ru;

import dev.tollbooth.internal.cost.RuState;
import dev.tollbooth.spi.Plan;
import org.jspecify.annotations.Nullable;

/**
 * The cost of one execution, as a source read it. Immutable.
 *
 * @param state whether the figures are known
 * @param rru request units of reading, 0 or more
 * @param wru request units of writing, 0 or more
 * @param source how the figures are marked, such as {@code postgres} or {@code tidb-sampled}
 * @param terms what the figures were calculated from, null where the server told them as they are
 * @param plan what it ran in, null where it is not known
 */
public record RuReading(
        RuState state,
        double rru,
        double wru,
        String source,
        @Nullable RuTerms terms,
        @Nullable Plan plan) {

    /** Nothing was said, or not yet. */
    public static final RuReading NOTHING = new RuReading(RuState.UNKNOWN, 0, 0, "", null, null);

    /** It will be told with what comes later, by {@link InternalRuReader#late}: a known cost, or that it is not known. */
    public static final RuReading LATER = new RuReading(RuState.UNKNOWN, 0, 0, "later", null, null);

    /** Checks the figures. */
    public RuReading {
        if (!(rru >= 0 && wru >= 0 && rru + wru < Double.MAX_VALUE)) {
            throw new IllegalArgumentException("request units out of range: source=" + source + ", rru=" + rru
                    + ", wru=" + wru + "; make such a reading unknown");
        }
    }

    /** Returns a reading of figures that the server told as they are. */
    public static RuReading reported(double rru, double wru, String source) {
        return new RuReading(RuState.KNOWN, rru, wru, source, null, null);
    }

    /** Returns that the source could not tell. */
    public static RuReading unknown(String source) {
        return new RuReading(RuState.UNKNOWN, 0, 0, source, null, null);
    }

    /** Returns that the server counts no request units. */
    public static RuReading off(String source) {
        return new RuReading(RuState.OFF, 0, 0, source, null, null);
    }

    /** Returns the same with this plan. */
    public RuReading in(@Nullable Plan known) {
        return new RuReading(state, rru, wru, source, terms, known);
    }

    /** Returns the request units of both kinds. */
    public double ru() {
        return rru + wru;
    }

    /** Returns whether this is {@link #LATER}, perhaps with the plan that is expected. */
    public boolean isLater() {
        return state == RuState.UNKNOWN && source.equals(LATER.source);
    }

    /** Returns whether nothing was said. */
    public boolean isNothing() {
        return this == NOTHING;
    }
}
