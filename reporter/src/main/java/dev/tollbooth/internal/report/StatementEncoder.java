package dev.tollbooth.internal.report;

import com.google.protobuf.ByteString;
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
import org.jspecify.annotations.Nullable;

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
        Figures figures = StatementDelta.figuresWithMaxima(row);
        dev.tollbooth.proto.v1.StatementRecord.Builder message =
                record(RecordEncoder.bytes(row.digest()), row.schema(), row.summary(), figures);
        for (StatementRecord origin : row.origins()) {
            message.addOrigins(origin(origin.origin(), StatementDelta.figuresWithMaxima(origin)));
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

    /** Returns the record of an origin; the time in {@code figures} does not include fetching. */
    public static OriginRecord origin(String name, Figures figures) {
        OriginRecord.Builder message = OriginRecord.newBuilder().setOrigin(name);
        writeFields(figures, message);
        if (figures.ruSource() != null) {
            message.setTotalRu(Math.max(0, Figure.RU.rank(figures)));
        }
        return message.build();
    }

    /** Returns the record of a statement with all its figures; unknown ones are absent. */
    public static dev.tollbooth.proto.v1.StatementRecord.Builder record(
            ByteString digest, @Nullable String schema, String summary, Figures figures) {
        dev.tollbooth.proto.v1.StatementRecord.Builder message = dev.tollbooth.proto.v1.StatementRecord.newBuilder()
                .setDigest(digest)
                .setSummary(summary);
        if (schema != null) {
            message.setSchemaName(schema);
        }
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
        return message;
    }

    /** Writes each known figure into the message's field with the figure's name. */
    private static void writeFields(Figures figures, Message.Builder message) {
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
