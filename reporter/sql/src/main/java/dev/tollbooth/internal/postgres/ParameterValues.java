package dev.tollbooth.internal.postgres;

import dev.tollbooth.internal.postgres.sql.PlannedStatement;
import dev.tollbooth.internal.postgres.token.HugeNumbers;
import dev.tollbooth.internal.postgres.wire.PostgresException;
import dev.tollbooth.internal.postgres.wire.PostgresNumeric;
import dev.tollbooth.internal.postgres.wire.PostgresType;
import dev.tollbooth.internal.postgres.wire.WireMessage;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The values of a statement's parameters in a Bind message. */
final class ParameterValues {

    private static final LocalDateTime EPOCH = LocalDateTime.of(2000, 1, 1, 0, 0);
    private static final int COMMON = 1;

    private final @Nullable Object[] values;

    private ParameterValues(@Nullable Object[] values) {
        this.values = values;
    }

    static ParameterValues none() {
        return new ParameterValues(new Object[0]);
    }

    /**
     * Reads formats and values from a Bind message. {@code types} has the known type numbers of the parameters of
     * {@code plan}.
     */
    static ParameterValues read(WireMessage in, int[] types, PlannedStatement plan) throws PostgresException {
        short[] formats = formats(in);
        int count = in.count(Integer.BYTES);
        if (formats.length > COMMON && formats.length != count) {
            throw PostgresException.malformed("formats for another number of parameters than there are");
        }
        @Nullable Object[] values = new @Nullable Object[count];
        for (int i = 0; i < count; i++) {
            int length = in.int32();
            if (length == -1) {
                continue;
            }
            if (length > plan.texts().longest()) {
                throw PostgresException.error(
                        PostgresException.LIMIT,
                        "parameter too long: number=" + (i + 1) + ", limit="
                                + plan.texts().longest());
            }
            short format = formats.length == 0 ? 0 : formats[formats.length == COMMON ? 0 : i];
            WireMessage value = new WireMessage(in.type(), in.bytes(length));
            PostgresType type = i < types.length ? PostgresType.ofOid(types[i]) : PostgresType.VARCHAR;
            Object read = format == 0 || type.isText() ? text(value, type) : binary(value, type);
            if (plan.patterns().contains(i + 1)) {
                plan.texts().checkPattern(read.toString());
            }
            values[i] = read;
        }
        return new ParameterValues(values);
    }

    static short[] formats(WireMessage in) throws PostgresException {
        short[] formats = new short[in.count(Short.BYTES)];
        for (int i = 0; i < formats.length; i++) {
            formats[i] = in.int16();
            if (formats[i] != 0 && formats[i] != 1) {
                throw PostgresException.malformed("format that is neither text nor binary");
            }
        }
        return formats;
    }

    private static Object text(WireMessage value, PostgresType type) throws PostgresException {
        String text = new String(value.bytes(value.remaining()), StandardCharsets.UTF_8);
        HugeNumbers.refuse(text);
        try {
            return switch (type) {
                case INT2, INT4, INT8 -> Long.valueOf(text.trim());
                case FLOAT4, FLOAT8 -> Double.valueOf(text.trim());
                case NUMERIC -> new BigDecimal(text.trim());
                case BOOL ->
                    "t1yo".indexOf(text.isEmpty() ? ' ' : Character.toLowerCase(text.charAt(0))) >= 0
                            && !text.equalsIgnoreCase("off");
                default -> text;
            };
        } catch (NumberFormatException e) {
            throw PostgresException.error(
                    PostgresException.INVALID_TEXT,
                    "parameter is not of its type: " + type.name().toLowerCase(Locale.ROOT));
        }
    }

    private static Object binary(WireMessage value, PostgresType type) throws PostgresException {
        return switch (type) {
            case BOOL -> value.int8() != 0;
            case INT2 -> (long) value.int16();
            case INT4 -> (long) value.int32();
            case INT8 -> int64(value);
            case FLOAT4 -> (double) Float.intBitsToFloat(value.int32());
            case FLOAT8 -> Double.longBitsToDouble(int64(value));
            case NUMERIC -> PostgresNumeric.read(value);
            case DATE -> LocalDate.ofEpochDay(EPOCH.toLocalDate().toEpochDay() + value.int32());
            case TIMESTAMP -> EPOCH.plus(int64(value), ChronoUnit.MICROS);
            case TIMESTAMPTZ -> OffsetDateTime.of(EPOCH, ZoneOffset.UTC).plus(int64(value), ChronoUnit.MICROS);
            case VARCHAR, CHAR -> throw new IllegalStateException("texts have one form");
        };
    }

    private static long int64(WireMessage value) throws PostgresException {
        return ((long) value.int32() << Integer.SIZE) | (value.int32() & 0xffff_ffffL);
    }

    /** Returns the values in their order; null stands for NULL. */
    List<@Nullable Object> all() {
        return Arrays.asList(values);
    }

    /** Binds the values to {@code statement}. */
    void set(PreparedStatement statement) throws SQLException, PostgresException {
        int needed = statement.getParameterMetaData().getParameterCount();
        if (needed != values.length) {
            throw PostgresException.error(
                    PostgresException.PROTOCOL_VIOLATION,
                    "parameters given=" + values.length + ", needed=" + needed + "; give each");
        }
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
    }
}
