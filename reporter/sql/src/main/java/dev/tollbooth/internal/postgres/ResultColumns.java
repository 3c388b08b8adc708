package dev.tollbooth.internal.postgres;

import dev.tollbooth.internal.postgres.wire.PostgresException;
import dev.tollbooth.internal.postgres.wire.PostgresNumeric;
import dev.tollbooth.internal.postgres.wire.PostgresType;
import dev.tollbooth.internal.postgres.wire.WireWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;

/** The columns of a result. They write their description and the values of rows. Not thread-safe. */
final class ResultColumns {

    private static final String UNNAMED = "?column?";
    private static final LocalDateTime EPOCH = LocalDateTime.of(2000, 1, 1, 0, 0);
    private static final int MODIFIER_OFFSET = 4;
    private static final int LONGEST_TYPED_TEXT = 10_485_760;
    private static final int MOST_DIGITS = 1_000;
    private static final long MICROS_OF_SECOND = 1_000_000;
    private static final int NANOS_OF_MICRO = 1_000;
    private static final int COMMON = 1;
    private static final DateTimeFormatter MOMENT = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd HH:mm:ss")
            .appendFraction(ChronoField.MICRO_OF_SECOND, 0, 6, true)
            .toFormatter(Locale.ROOT);

    private static final double LEAST_PLAIN = 1e-4;
    private static final double MOST_PLAIN = 1e15;

    private final String[] names;
    private final PostgresType[] types;
    private final int[] modifiers;

    private ResultColumns(int count) {
        names = new String[count];
        types = new PostgresType[count];
        modifiers = new int[count];
    }

    static ResultColumns of(ResultSetMetaData data, List<String> names) throws SQLException {
        int count = data.getColumnCount();
        ResultColumns columns = new ResultColumns(count);
        for (int i = 0; i < count; i++) {
            String label = data.getColumnLabel(i + 1);
            String told = names.size() == count ? names.get(i) : "";
            columns.names[i] = label.equals(UNNAMED) && !told.isEmpty() ? told : label;
            columns.types[i] = PostgresType.ofJdbc(data.getColumnType(i + 1));
            columns.modifiers[i] = modifier(data, i + 1, columns.types[i]);
        }
        return columns;
    }

    private static int modifier(ResultSetMetaData data, int column, PostgresType type) throws SQLException {
        int precision = data.getPrecision(column);
        int scale = data.getScale(column);
        if (type == PostgresType.NUMERIC) {
            boolean exact =
                    data.getColumnType(column) == Types.NUMERIC && "NUMERIC".equals(data.getColumnTypeName(column));
            return exact && precision <= MOST_DIGITS && scale >= 0 && scale <= precision
                    ? ((precision << Short.SIZE) | scale) + MODIFIER_OFFSET
                    : -1;
        }
        return type == PostgresType.VARCHAR && precision > 0 && precision <= LONGEST_TYPED_TEXT
                ? precision + MODIFIER_OFFSET
                : -1;
    }

    /** Describes the columns; {@code formats} are those of a Bind message, empty if they are not known yet. */
    void describe(WireWriter out, short[] formats) throws IOException {
        out.begin('T').int16(names.length);
        for (int i = 0; i < names.length; i++) {
            out.text(names[i]).int32(0).int16(0); // 0 means no table
            out.int32(types[i].oid()).int16(types[i].size()).int32(modifiers[i]);
            out.int16(format(formats, i));
        }
        out.end();
    }

    private static short format(short[] formats, int column) {
        return formats.length == 0 ? 0 : formats.length == COMMON ? formats[0] : formats[column];
    }

    void check(short[] formats) throws PostgresException {
        if (formats.length > COMMON && formats.length != names.length) {
            throw PostgresException.malformed("formats for another number of columns than there are");
        }
    }

    void row(ResultSet rows, WireWriter out, short[] formats) throws SQLException, IOException, PostgresException {
        out.begin('D').int16(names.length);
        for (int i = 0; i < names.length; i++) {
            if (rows.getObject(i + 1) == null) {
                out.int32(-1);
            } else if (format(formats, i) == 0 || types[i].isText()) {
                byte[] text = text(rows, i + 1, types[i]).getBytes(StandardCharsets.UTF_8);
                out.int32(text.length).bytes(text);
            } else {
                binary(rows, i + 1, types[i], out);
            }
        }
        out.end();
    }

    private static String text(ResultSet rows, int column, PostgresType type) throws SQLException, PostgresException {
        return switch (type) {
            case BOOL -> rows.getBoolean(column) ? "t" : "f";
            case FLOAT4 -> fraction(rows.getFloat(column), Float.toString(rows.getFloat(column)));
            case FLOAT8 -> fraction(rows.getDouble(column), Double.toString(rows.getDouble(column)));
            case NUMERIC -> checked(rows.getBigDecimal(column)).toPlainString();
            case TIMESTAMP -> moment(rows.getObject(column, LocalDateTime.class));
            case TIMESTAMPTZ -> moment(rows.getObject(column, OffsetDateTime.class));
            case CHAR -> rows.getString(column).stripTrailing(); // H2 pads it with blanks
            default -> rows.getString(column);
        };
    }

    private static String moment(LocalDateTime value) {
        return MOMENT.format(value);
    }

    /** Returns a timestamp in UTC, as the tables show all times. */
    private static String moment(OffsetDateTime value) {
        return MOMENT.format(value.withOffsetSameInstant(ZoneOffset.UTC)) + "+00";
    }

    /** Returns {@code shortest}, Java's text of {@code value}, in PostgreSQL's form. */
    private static String fraction(double value, String shortest) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return shortest;
        }
        if (value == 0) {
            return shortest.startsWith("-") ? "-0" : "0";
        }
        BigDecimal decimal = new BigDecimal(shortest).stripTrailingZeros();
        double size = Math.abs(value);
        if (size >= LEAST_PLAIN && size < MOST_PLAIN) {
            return decimal.toPlainString();
        }
        int exponent = decimal.precision() - decimal.scale() - 1;
        String digits = decimal.scaleByPowerOfTen(-exponent).toPlainString();
        return digits + (exponent < 0 ? "e-" : "e+") + (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
    }

    private static BigDecimal checked(BigDecimal value) throws PostgresException {
        PostgresNumeric.check(value);
        return value;
    }

    private static void binary(ResultSet rows, int column, PostgresType type, WireWriter out)
            throws SQLException, PostgresException {
        switch (type) {
            case BOOL -> out.int32(1).int8(rows.getBoolean(column) ? 1 : 0);
            case INT2 -> out.int32(Short.BYTES).int16(rows.getShort(column));
            case INT4 -> out.int32(Integer.BYTES).int32(rows.getInt(column));
            case INT8 -> int64(rows.getLong(column), out);
            case FLOAT4 -> out.int32(Float.BYTES).int32(Float.floatToIntBits(rows.getFloat(column)));
            case FLOAT8 -> int64(Double.doubleToLongBits(rows.getDouble(column)), out);
            case DATE -> {
                LocalDate day = rows.getObject(column, LocalDate.class);
                out.int32(Integer.BYTES)
                        .int32((int) (day.toEpochDay() - EPOCH.toLocalDate().toEpochDay()));
            }
            case TIMESTAMP -> int64(micros(rows.getObject(column, LocalDateTime.class)), out);
            case TIMESTAMPTZ ->
                int64(
                        micros(rows.getObject(column, OffsetDateTime.class)
                                .withOffsetSameInstant(ZoneOffset.UTC)
                                .toLocalDateTime()),
                        out);
            case NUMERIC -> out.numeric(rows.getBigDecimal(column));
            case VARCHAR, CHAR -> throw new IllegalStateException("texts have one form");
        }
    }

    private static void int64(long value, WireWriter out) {
        out.int32(Long.BYTES).int32((int) (value >> Integer.SIZE)).int32((int) value);
    }

    private static long micros(LocalDateTime moment) {
        Duration since = Duration.between(EPOCH, moment);
        return Math.addExact(
                Math.multiplyExact(since.getSeconds(), MICROS_OF_SECOND), since.getNano() / NANOS_OF_MICRO);
    }
}
