package dev.tollbooth.internal.cost;

import dev.tollbooth.internal.digest.StatementKind;

/**
 * The published cost model of request units.
 *
 * <p>RU = {@code perRead} or {@code perWrite} + bytes read / {@code bytesPerRu} + milliseconds / {@code millisPerRu} +
 * bytes of write-ahead log / {@code walBytesPerRu}. Thread-safe: immutable.
 *
 * @param perRead RU of each statement that reads
 * @param perWrite RU of each statement that writes
 * @param bytesPerRu bytes read that cost one RU, above 0
 * @param millisPerRu milliseconds of execution and fetch that cost one RU, above 0
 * @param walBytesPerRu bytes of write-ahead log that cost one RU, above 0
 */
public record RuModel(double perRead, double perWrite, double bytesPerRu, double millisPerRu, double walBytesPerRu) {

    /** The factors that TiDB publishes. */
    public static final RuModel PUBLISHED = new RuModel(0.475, 1.7, 65_536, 3, 1_024);

    private static final double NANOS_PER_MILLI = 1e6;

    /** Checks the factors. */
    public RuModel {
        if (!(perRead >= 0 && perWrite >= 0 && bytesPerRu > 0 && millisPerRu > 0 && walBytesPerRu > 0)) {
            throw new IllegalArgumentException("factor of the RU model out of range: perRead=" + perRead + ", perWrite="
                    + perWrite + ", bytesPerRu=" + bytesPerRu + ", millisPerRu=" + millisPerRu + ", walBytesPerRu="
                    + walBytesPerRu + "; divisors must be above 0, the others 0 or more");
        }
    }

    /** Returns the fixed RU of an execution of this kind. */
    public double perStatement(StatementKind kind) {
        return kind == StatementKind.READ ? perRead : kind == StatementKind.WRITE ? perWrite : 0;
    }

    /** Returns the RU of {@code bytes} read. */
    public double ofBytesRead(long bytes) {
        return bytes / bytesPerRu;
    }

    /** Returns the RU of one nanosecond. */
    public double perNano() {
        return 1 / (millisPerRu * NANOS_PER_MILLI);
    }
}
