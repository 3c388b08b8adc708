package dev.tollbooth.internal.latency;

import dev.tollbooth.statement.ErrorClass;
import org.jspecify.annotations.Nullable;

/**
 * A kind of failure, as OpenTelemetry's convention for databases names it.
 *
 * @param number the number in {@link FailureKinds}, below {@link FailureKinds#NUMBERS}
 * @param errorClass the class of its SQLState
 * @param type {@code error.type}: the database's status code, else the name of the exception's class
 * @param vendorCode the driver's error code; 0 if there is none
 * @param isStatus whether the type is a status code
 */
public record FailureKind(int number, ErrorClass errorClass, String type, int vendorCode, boolean isStatus) {

    /** The {@code error.type} of all other kinds, by the convention. */
    public static final String OTHERS = "_OTHER";

    /** The kind that stands for no failure. */
    public static final FailureKind NONE = others(ErrorClass.NONE);

    @Override
    public int number() {
        return this == NONE ? 0 : number; // spares each execution the look at an object
    }

    /** Returns {@code error.type}, null for no failure. */
    public @Nullable String errorType() {
        return errorClass == ErrorClass.NONE ? null : type;
    }

    static FailureKind others(ErrorClass errorClass) {
        return new FailureKind(errorClass.code(), errorClass, OTHERS, 0, false);
    }
}
