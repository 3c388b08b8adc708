package dev.tollbooth.internal.latency;

import dev.tollbooth.statement.ErrorClass;
import org.jspecify.annotations.Nullable;

/**
 * One way that executions fail, as OpenTelemetry's convention for databases names it.
 *
 * @param number of {@link FailureKinds}, below {@link FailureKinds#NUMBERS}
 * @param errorClass of its SQLState
 * @param type {@code error.type}: the database's status code, else the name of the exception's class
 * @param vendorCode the driver's error code; 0 where it gives none
 * @param isStatus whether the type is a status code
 */
public record FailureKind(int number, ErrorClass errorClass, String type, int vendorCode, boolean isStatus) {

    /** {@code error.type} of all that is not kept apart: the convention's name. */
    public static final String OTHERS = "_OTHER";

    /** No failure. */
    public static final FailureKind NONE = others(ErrorClass.NONE);

    /** Returns {@code error.type}, null where it is no failure. */
    public @Nullable String errorType() {
        return errorClass == ErrorClass.NONE ? null : type;
    }

    static FailureKind others(ErrorClass errorClass) {
        return new FailureKind(errorClass.code(), errorClass, OTHERS, 0, false);
    }
}
