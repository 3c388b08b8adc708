package dev.tollbooth.internal.cost;

/**
 * How request units are estimated that nobody tells. Immutable.
 *
 * @param source how such figures are marked
 * @param model the factors
 * @param perNano request units of a nanosecond of execution or fetch
 */
public record Estimate(String source, RuModel model, double perNano) {

    /** The usual mark, and the value of {@code ru.source} that asks for nothing else. */
    public static final String SOURCE = "estimate";

    /** Estimates by {@code model}. */
    public Estimate(RuModel model) {
        this(SOURCE, model, model.perNano());
    }
}
