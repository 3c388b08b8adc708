package dev.tollbooth.internal.report;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.table.StatementDelta;
import dev.tollbooth.proto.v1.OriginRecord;
import dev.tollbooth.proto.v1.RuTerm;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Sha256;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An encoder that converts the statement table's rows in one report to messages.
 *
 * <p>Not thread-safe.
 */
public final class StatementEncoder {

    private final Set<Sha256> told;
    /** The terms with their indexes in the report. */
    private final Map<RuTerm, Integer> terms = new LinkedHashMap<>();

    /**
     * Makes an encoder. It leaves out the texts of rows whose digests are in {@code told}, because the report's text
     * records have them.
     */
    StatementEncoder(Set<Sha256> told) {
        this.told = told;
    }

    /** Returns the terms that the rows so far refer to by index. */
    List<RuTerm> terms() {
        return List.copyOf(terms.keySet());
    }

    dev.tollbooth.proto.v1.StatementRecord message(StatementRecord row) {
        dev.tollbooth.proto.v1.StatementRecord.Builder message = dev.tollbooth.proto.v1.StatementRecord.newBuilder()
                .setDigest(RecordEncoder.bytes(row.digest()))
                .setSummary(row.summary());
        write(figures(row), message);
        row.origins().forEach(origin -> message.addOrigins(origin(origin)));
        if (row.schema() != null) {
            message.setSchemaName(row.schema());
        }
        if (!told.contains(row.digest())) {
            message.setNormalizedSql(row.text());
        }
        row.ruTerms().forEach(term -> addTerm(terms, message, term));
        return message.build();
    }

    /** Adds a term to a record; {@code terms} has the terms of all records, with their indexes in the report. */
    public static void addTerm(
            Map<RuTerm, Integer> terms,
            dev.tollbooth.proto.v1.StatementRecord.Builder message,
            dev.tollbooth.statement.RuTerm term) {
        if (term.ru() != 0) {
            RuTerm kind = RuTerm.newBuilder()
                    .setName(term.name())
                    .setSource(term.source())
                    .setRuPerUnit(term.ruPerUnit())
                    .build();
            Integer place = terms.computeIfAbsent(kind, added -> terms.size());
            message.addRuTerm(place).addRuTermAmount(term.amount());
        }
    }

    private static OriginRecord origin(StatementRecord origin) {
        OriginRecord.Builder message = OriginRecord.newBuilder().setOrigin(origin.origin());
        writeFields(figures(origin), message);
        if (origin.ruSource() != null) {
            message.setTotalRu(origin.totalRu());
        }
        return message.build();
    }

    /** Returns the figures of a record, with its maxima, which are those since its row began. */
    private static Figures figures(StatementRecord row) {
        return StatementDelta.figures(row).toBuilder()
                .set(Figure.MAX, row.maxLatencyNanos())
                .set(Figure.MAX_ALLOCATED, row.maxClientBytes())
                .set(Figure.MOST, row.maxPerTransaction())
                .build();
    }

    /** Writes all figures of a record; unknown ones are absent. */
    public static void write(Figures figures, dev.tollbooth.proto.v1.StatementRecord.Builder message) {
        writeFields(figures, message);
        message.setClientBytesSampled(figures.isSampled()).putAllErrorsByClass(figures.errorsByClass());
        String source = figures.ruSource();
        if (source != null) {
            message.setRuSource(source).setTotalRu(Math.max(0, Figure.RU.rank(figures)));
        }
        HistogramSnapshot histogram = figures.histogram();
        for (int bucket = histogram.firstBucket(); bucket <= histogram.lastBucket(); bucket++) {
            if (histogram.count(bucket) != 0) {
                message.addBucketIndex(bucket).addBucketCount(histogram.count(bucket));
            }
        }
    }

    /** Writes each known figure into the message's field with the figure's name. */
    public static void writeFields(Figures figures, Message.Builder message) {
        for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
            Figure figure = Figure.ofField(field.getName());
            Number value = figure == null ? null : figures.get(figure);
            if (value != null) {
                message.setField(
                        field, field.getJavaType() == JavaType.INT ? (Object) value.intValue() : (Object) value);
            }
        }
    }
}
