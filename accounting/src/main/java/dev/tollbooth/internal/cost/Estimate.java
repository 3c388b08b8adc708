package dev.tollbooth.internal.cost;

/**
 * A cost model with the source that marks its estimates. Immutable.
 *
 * @param source the source that marks estimated figures
 * @param model the factors of the cost model
 * @param perNano request units per nanosecond of execution or fetch
 */
public record Estimate(String source, RuModel model, double perNano) {

    /** The usual source, which is also the value of {@code ru.source} that asks for estimates only. */
    public static final String SOURCE = "estimate";

    /** Makes an estimate by {@code model}. */
    public Estimate(RuModel model) {
        this(SOURCE, model, model.perNano());
    }
}
