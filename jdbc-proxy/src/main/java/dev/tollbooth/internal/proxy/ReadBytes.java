package dev.tollbooth.internal.proxy;

import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import org.jspecify.annotations.Nullable;

/**
 * A counter of the bytes that the getters of a result set return. The build adds the getters, each of which passes its
 * value through here.
 */
abstract class ReadBytes {

    /** The bytes since the last count. */
    long bytes;

    final boolean read(boolean value) {
        bytes++;
        return value;
    }

    final byte read(byte value) {
        bytes++;
        return value;
    }

    final short read(short value) {
        bytes += Short.BYTES;
        return value;
    }

    final int read(int value) {
        bytes += Integer.BYTES;
        return value;
    }

    final long read(long value) {
        bytes += Long.BYTES;
        return value;
    }

    final float read(float value) {
        bytes += Float.BYTES;
        return value;
    }

    final double read(double value) {
        bytes += Double.BYTES;
        return value;
    }

    final byte @Nullable [] read(byte @Nullable [] value) {
        bytes += value == null ? 0 : value.length;
        return value;
    }

    final @Nullable String read(@Nullable String value) {
        bytes += value == null ? 0 : value.length();
        return value;
    }

    final @Nullable BigDecimal read(@Nullable BigDecimal value) {
        return count(value);
    }

    final @Nullable Date read(@Nullable Date value) {
        return count(value);
    }

    final @Nullable Time read(@Nullable Time value) {
        return count(value);
    }

    final @Nullable Timestamp read(@Nullable Timestamp value) {
        return count(value);
    }

    /**
     * Counts and returns a value, by its type: characters, bytes, or eight for any other value. The bytes of streams
     * and LOBs are not seen.
     */
    final <T> @Nullable T count(@Nullable T value) {
        if (value instanceof String text) {
            bytes += text.length();
        } else if (value instanceof byte[] array) {
            bytes += array.length;
        } else if (value != null) {
            bytes += Long.BYTES;
        }
        return value;
    }
}
