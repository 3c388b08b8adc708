package dev.tollbooth.cli.attach;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.FigureUnit;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.List;
import javax.management.openmbean.CompositeData;

/** A converter of MBean rows to figures. */
final class AttachedFigures {

    private static final long PICOS_OF_NANO = 1_000;

    private AttachedFigures() {}

    /** Returns the figures of a row of the statement table, of its origins, or of the table of events. */
    static Figures of(CompositeData row) {
        Figures.Builder figures = Figures.builder();
        for (Figure figure : Figure.values()) {
            if (RunningJvm.value(row, figure.column()) instanceof Number number) {
                boolean picos = figure.unit() == FigureUnit.NANOS;
                figures.set(figure, picos ? number.longValue() / PICOS_OF_NANO : number.longValue());
            }
        }
        figures.sampled(Integer.valueOf(1).equals(RunningJvm.value(row, "CLIENT_BYTES_SAMPLED")));
        if (RunningJvm.value(row, "BUCKETS") instanceof long[] pairs) {
            long[] counts = new long[LatencyBuckets.COUNT];
            for (int i = 0; i < pairs.length; i += 2) {
                counts[(int) pairs[i]] = pairs[i + 1];
            }
            figures.histogram(HistogramSnapshot.of(0, counts)).set(Figure.MAX, null); // only its bucket is known
        }
        Number ru = (Number) RunningJvm.value(row, Figure.RU.column());
        return figures.ru((String) RunningJvm.value(row, "RU_SOURCE"), ru == null ? null : (Double) ru.doubleValue())
                .build();
    }

    /** Returns the figures of a row of the MBean {@code TopRU}. */
    static Figures ofUser(CompositeData row) {
        return Figures.builder()
                .set(Figure.COUNT, (Long) row.get("execCount"))
                .set(Figure.TIME, (Long) row.get("execDuration"))
                .ru((String) row.get("source"), (Double) row.get("ru"))
                .build();
    }

    /** Converts an MBean's table of buckets to a histogram. */
    static HistogramSnapshot histogram(List<CompositeData> buckets) {
        long[] counts = new long[buckets.size()];
        for (CompositeData bucket : buckets) {
            counts[(Integer) bucket.get("BUCKET_NUMBER")] = (Long) bucket.get("COUNT_BUCKET");
        }
        return HistogramSnapshot.of(0, counts);
    }
}
