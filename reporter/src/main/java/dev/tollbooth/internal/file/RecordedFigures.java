package dev.tollbooth.internal.file;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.MessageOrBuilder;
import dev.tollbooth.internal.figure.Addition;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.proto.tipb.TopRURecordItem;
import dev.tollbooth.proto.v1.OriginRecord;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.RuOriginItem;
import dev.tollbooth.proto.v1.StatementRecord;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A reader that turns the records of report files into figures. */
public final class RecordedFigures {

    private RecordedFigures() {}

    /** Returns the number and the window of a report that is the sum of {@code added} reports. */
    public static Figures of(Report report, long added) {
        return Figures.builder()
                .set(Figure.REPORTS, added)
                .set(Figure.FIRST, report.getWindowStartSec())
                .set(Figure.LAST, report.getWindowEndSec())
                .build();
    }

    /** Returns the figures of {@code record} in the window from {@code startSecond} to {@code endSecond}. */
    public static Figures of(StatementRecord record, long startSecond, long endSecond) {
        return of(record).toBuilder()
                .set(Figure.FIRST, startSecond)
                .set(Figure.LAST, endSecond)
                .build();
    }

    /** Returns the figures of {@code record}. */
    public static Figures of(StatementRecord record) {
        HistogramSnapshot histogram = histogram(record);
        Figures.Builder figures = fields(record);
        if (histogram.total() > 0) {
            figures.set(Figure.MAX, record.getMaxLatencyNs());
        }
        figures.set(Figure.RU_UNKNOWN, record.hasRuSource() ? 0 : record.getExecCount())
                .set(Figure.ALLOCATED, orNull(record.getSumClientBytes()))
                .sampled(record.getClientBytesSampled())
                .errorsByClass(record.getErrorsByClassMap())
                .histogram(histogram);
        return ru(figures, sourceOf(record), record.getTotalRu());
    }

    /** Returns the figures that are fields of a record. A maximum of 0 is read as unknown. */
    private static Figures.Builder fields(Message record) {
        Figures.Builder figures = Figures.builder();
        for (FieldDescriptor field : record.getDescriptorForType().getFields()) {
            Figure figure = Figure.ofField(field.getName());
            if (figure != null) {
                long value = ((Number) record.getField(field)).longValue();
                figures.set(figure, figure.addition() == Addition.MOST ? orNull(value) : Long.valueOf(value));
            }
        }
        return figures;
    }

    /** Returns the figures that {@code record} has as fields, in their order, except figures of advice. */
    public static List<Figure> of(Descriptor record) {
        return record.getFields().stream()
                .map(field -> Figure.ofField(field.getName()))
                .flatMap(Stream::ofNullable)
                .filter(figure -> !figure.isOfAdvice())
                .toList();
    }

    /** Returns the source of a record's request units; null if they are unknown. */
    public static @Nullable String sourceOf(StatementRecord record) {
        return record.getRuSource().isEmpty() ? null : record.getRuSource();
    }

    private static @Nullable Long orNull(long known) {
        return known == 0 ? null : Long.valueOf(known);
    }

    private static Figures ru(Figures.Builder figures, @Nullable String source, double amount) {
        return source == null ? figures.build() : figures.ru(source, amount).build();
    }

    private static HistogramSnapshot histogram(StatementRecord record) {
        int pairs = Math.min(record.getBucketIndexCount(), record.getBucketCountCount());
        if (pairs == 0) {
            return HistogramSnapshot.EMPTY;
        }
        long[] counts = new long[LatencyBuckets.COUNT];
        for (int i = 0; i < pairs; i++) {
            int bucket = record.getBucketIndex(i);
            if (bucket >= 0 && bucket < LatencyBuckets.COUNT && record.getBucketCount(i) > 0) {
                counts[bucket] += record.getBucketCount(i);
            }
        }
        return HistogramSnapshot.of(0, counts);
    }

    /**
     * Returns the figures of one origin of a statement; the time includes fetching. Request units are from {@code
     * source}; null leaves them unknown.
     */
    public static Figures of(OriginRecord part, @Nullable String source) {
        Figures.Builder figures = fields(part).set(Figure.TIME, part.getSumLatencyNs() + part.getSumFetchNs());
        return ru(figures, source, part.getTotalRu());
    }

    /**
     * Returns the figures of a statement's executions without an origin: those of the statement minus those of all its
     * origins.
     */
    public static Figures ofNoOrigin(StatementRecord record) {
        String source = sourceOf(record);
        Figures rest = of(copy(record, OriginRecord.newBuilder()).build(), source);
        for (OriginRecord part : record.getOriginsList()) {
            rest = rest.minus(of(part, source));
        }
        Number repeated = rest.get(Figure.TRANSACTIONS);
        boolean most = record.getOriginsCount() == 0 || (repeated != null && repeated.longValue() > 0);
        return rest.toBuilder()
                .set(Figure.MOST_IN_TRANSACTION, most ? orNull(record.getMaxPerTransaction()) : null)
                .build();
    }

    /** Returns the figures of an item whose request units are from {@code source}. */
    public static Figures of(TopRURecordItem item, String source) {
        RuItem spent = new RuItem(
                item.getTimestampSec(),
                item.getTotalRu(),
                item.getExecCount(),
                item.getExecDuration(),
                item.getUnknownCount(),
                item.getOffCount());
        return Figures.of(spent, source).toBuilder()
                .set(Figure.FIRST, spent.startEpochSeconds())
                .set(Figure.LAST, spent.startEpochSeconds())
                .build();
    }

    /** Returns the figures of one origin in an item whose request units are from {@code source}. */
    public static Figures of(RuOriginItem item, String source) {
        return of(copy(item, TopRURecordItem.newBuilder()).build(), source);
    }

    /** Copies the fields of {@code from} that {@code to} has under the same names; returns {@code to}. */
    public static <B extends Message.Builder> B copy(MessageOrBuilder from, B to) {
        for (FieldDescriptor field : to.getDescriptorForType().getFields()) {
            FieldDescriptor same = from.getDescriptorForType().findFieldByName(field.getName());
            if (same != null) {
                to.setField(field, from.getField(same));
            }
        }
        return to;
    }
}
