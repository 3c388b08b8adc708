package dev.tollbooth.internal.cost;

/**
 * What the cost model was applied to by a source that reads what the server did, summed. Immutable.
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

    public RuTermSums plus(RuTermSums more) {
        return new RuTermSums(
                source.equals(more.source) ? source : MIXED,
                reads + more.reads,
                writes + more.writes,
                bytes + more.bytes,
                walBytes + more.walBytes,
                nanos + more.nanos,
                ru + more.ru);
    }
}
