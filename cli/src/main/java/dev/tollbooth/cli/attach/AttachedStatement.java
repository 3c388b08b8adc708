package dev.tollbooth.cli.attach;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.FigureUnit;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.statement.HistogramSnapshot;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/**
 * A row of the MBean {@code Statements}.
 *
 * @param key its schema and digest
 * @param summary its short text for people
 * @param figures its figures
 */
record AttachedStatement(Key key, String summary, Figures figures) {

    /**
     * The key of a statement.
     *
     * @param schema the schema; empty if the statement has none
     * @param digest the digest in hex; empty for the row that adds up statements without a row of their own
     */
    record Key(String schema, String digest) {}

    private static final long PICOS_OF_NANO = 1_000;

    static AttachedStatement of(CompositeData row) {
        Object summary = row.get("summary");
        return new AttachedStatement(
                new Key((String) row.get("schema"), (String) row.get("digest")),
                summary == null ? "" : summary.toString(),
                figures(row));
    }

    /** Returns the figures of a row of the statement table, or of the table of events. */
    static Figures figures(CompositeData row) {
        Figures.Builder figures = Figures.builder();
        for (Figure figure : Figure.values()) {
            if (!figure.column().isEmpty() && RunningJvm.value(row, figure.column()) instanceof Number number) {
                boolean picos = figure.unit() == FigureUnit.NANOS;
                long value = picos ? number.longValue() / PICOS_OF_NANO : number.longValue();
                figures.set(figure, value);
            }
        }
        Object sampled = RunningJvm.value(row, "CLIENT_BYTES_SAMPLED");
        figures.allocated(longOrNull(row, Figure.ALLOCATED), Integer.valueOf(1).equals(sampled));
        Double ru = RunningJvm.value(row, Figure.RU.column()) instanceof Number number
                ? (Double) number.doubleValue()
                : null;
        if (RunningJvm.value(row, "BUCKETS") instanceof long[] pairs) {
            long[] counts = new long[LatencyBuckets.COUNT];
            for (int i = 0; i < pairs.length; i += 2) {
                counts[(int) pairs[i]] = pairs[i + 1];
            }
            figures.histogram(HistogramSnapshot.of(0, counts)).set(Figure.MAX, null); // only its bucket is known
        }
        return figures.ru((String) RunningJvm.value(row, "RU_SOURCE"), ru).build();
    }

    private static @Nullable Long longOrNull(CompositeData row, Figure figure) {
        return RunningJvm.value(row, figure.column()) instanceof Number number
                ? Long.valueOf(number.longValue())
                : null;
    }
}
