package dev.tollbooth.internal.cost;

/**
 * Sums of the terms from which a cost model computes request units. Immutable.
 *
 * @param source the source that marks the figures
 * @param reads number of statements that read
 * @param writes number of statements that write
 * @param bytes bytes of the blocks that the server touched
 * @param walBytes bytes of write-ahead log
 * @param nanos execution time on the server, nanoseconds
 * @param ru the resulting request units
 */
public record RuTermSums(
        String source, double reads, double writes, double bytes, double walBytes, double nanos, double ru) {

    /** The source of sums that come from several sources. */
    public static final String MIXED = "mixed";

    /** Sums without any term. */
    public static final RuTermSums NONE = new RuTermSums("", 0, 0, 0, 0, 0, 0);

    /** The rounding error that adding and subtracting doubles may leave instead of 0. */
    private static final double NOISE = 1e-12;

    /** Returns the sum of this and {@code more}. */
    public RuTermSums plus(RuTermSums more) {
        if (more == NONE) {
            return this;
        }
        return new RuTermSums(
                this == NONE || source.equals(more.source) ? more.source : MIXED,
                reads + more.reads,
                writes + more.writes,
                bytes + more.bytes,
                walBytes + more.walBytes,
                nanos + more.nanos,
                ru + more.ru);
    }

    /** Returns the growth since {@code earlier}. */
    public RuTermSums minus(RuTermSums earlier) {
        return earlier == NONE
                ? this
                : new RuTermSums(
                        source,
                        difference(reads, earlier.reads),
                        difference(writes, earlier.writes),
                        difference(bytes, earlier.bytes),
                        difference(walBytes, earlier.walBytes),
                        difference(nanos, earlier.nanos),
                        difference(ru, earlier.ru));
    }

    /** Returns {@code later - earlier}, or 0 if the difference is only a rounding error. */
    public static double difference(double later, double earlier) {
        double more = later - earlier;
        return more <= later * NOISE ? 0 : more;
    }
}
