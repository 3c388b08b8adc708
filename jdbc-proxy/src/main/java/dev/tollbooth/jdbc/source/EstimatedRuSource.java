package dev.tollbooth.jdbc.source;

import dev.tollbooth.accounting.digest.StatementKind;
import dev.tollbooth.accounting.ru.RuModel;

/**
 * Request units by the cost model of what the client sees, for databases that say nothing: a part for each statement,
 * one for the bytes that the application's getters returned, or that the driver holds for them where these are more, one
 * for the time of execution and fetch.
 *
 * <p>Each term is linear, so that parts of an execution can be credited as they come. Thread-safe: immutable.
 */
public final class EstimatedRuSource {

    /** How its figures are marked. */
    public static final String NAME = "estimate";

    private final RuModel model;
    private final double perNano;

    /** Estimates by the factors of {@code model}. */
    public EstimatedRuSource(RuModel model) {
        this.model = model;
        this.perNano = model.perNano();
    }

    /** Returns the factors. */
    public RuModel model() {
        return model;
    }

    /** Returns the RU of one nanosecond of execution or fetch. */
    public double perNano() {
        return perNano;
    }

    /** Returns the RU that an execution of this kind costs beside its time. */
    public double perStatement(StatementKind kind) {
        return model.perStatement(kind);
    }

    /** Returns the RU of bytes that were read. */
    public double ofBytesRead(long bytes) {
        return model.ofBytesRead(bytes);
    }
}
