package dev.tollbooth.internal.cost;

/**
 * Sums of the terms that a source applied its cost model to. Immutable.
 *
 * @param source how the figures are marked
 * @param reads statements that read
 * @param writes statements that write
 * @param bytes bytes of the blocks that the server touched
 * @param walBytes bytes of write-ahead log
 * @param nanos execution time on the server, nanoseconds
 * @param ru the request units of all that
 */
public record RuTermSums(
        String source, double reads, double writes, double bytes, double walBytes, double nanos, double ru) {

    /** How figures of several sources are marked. */
    public static final String MIXED = "mixed";

    /** None. */
    public static final RuTermSums NONE = new RuTermSums("", 0, 0, 0, 0, 0, 0);

    /** The remainder that adding and subtracting doubles may leave in place of 0. */
    private static final double NOISE = 1e-12;

    /** Adds all of {@code more}. */
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

    /** Returns what came after {@code earlier}, which is a part of this. */
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

    /** Returns {@code later - earlier}, where that is more than what calculating leaves of nothing; else 0. */
    public static double difference(double later, double earlier) {
        double more = later - earlier;
        return more <= later * NOISE ? 0 : more;
    }
}
