package dev.tollbooth.console.page;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tollbooth.console.model.DroppedSums;
import dev.tollbooth.console.model.PageModel;
import dev.tollbooth.console.model.PageStatement;
import dev.tollbooth.console.model.RunFigures;
import dev.tollbooth.console.model.SeriesPoint;
import dev.tollbooth.console.model.SpenderFigures;
import dev.tollbooth.console.model.StatementOrigin;
import dev.tollbooth.console.model.TimeMark;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.statement.ErrorClass;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.RuTerm;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A writer of the model as JSON; {@code docs/guide/console.md} describes it for scripts.
 *
 * <p>Not thread-safe.
 */
public final class ModelJson {

    /** The version of the format, which grows with incompatible changes. New fields are compatible. */
    public static final int VERSION = 2;

    private static final double RU_DIGITS = 1e4;
    private static final double SERIES_DIGITS = 1e2;

    private static final List<Figure> OF_STATEMENTS = Figure.OF_RECORDS.stream()
            .filter(figure -> figure == Figure.RU || !figure.isDerived())
            .toList();
    private static final List<Figure> BY_TIME = List.of(
            Figure.COUNT,
            Figure.ERRORS,
            Figure.TIME,
            Figure.MAX,
            Figure.ROWS_READ,
            Figure.ROWS_CHANGED,
            Figure.ROWS_UNKNOWN,
            Figure.RU);
    private static final List<Figure> OF_SLICES = List.of(Figure.COUNT, Figure.TIME);
    private static final List<Figure> OF_SPENDERS = List.of(Figure.COUNT, Figure.TIME, Figure.RU, Figure.RU_UNKNOWN);

    private final JsonGenerator json;

    /** Makes a writer to {@code json}. */
    public ModelJson(JsonGenerator json) {
        this.json = json;
    }

    /**
     * Writes the model as one object.
     *
     * @param tag the tag of these figures, which a page sends to ask for newer figures; empty for a file
     * @param madeAtSeconds seconds since 1970 UTC
     */
    public void write(PageModel model, String tag, long madeAtSeconds) throws IOException {
        json.writeStartObject();
        json.writeNumberField("version", VERSION);
        json.writeStringField("kind", tag.isEmpty() ? "file" : "live");
        if (!tag.isEmpty()) {
            json.writeStringField("tag", tag);
        }
        json.writeNumberField("madeAt", madeAtSeconds);
        json.writeNumberField("start", model.grid().startSecond());
        json.writeNumberField("bucketSeconds", model.grid().bucketSeconds());
        json.writeNumberField("buckets", model.grid().buckets());
        json.writeNumberField("windowSeconds", model.windowSeconds());
        strings("notes", model.notes());
        catalogue();
        runs(model.runs());
        marks(model.marks());
        json.writeFieldName("global");
        points(model.global());
        json.writeFieldName("rest");
        points(model.rest());
        json.writeArrayFieldStart("statements");
        for (PageStatement statement : model.statements()) {
            write(statement);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("spenders");
        for (SpenderFigures spender : model.spenders()) {
            write(spender);
        }
        json.writeEndArray();
        slices(model.slices());
        json.writeObjectFieldStart("plans");
        for (Map.Entry<String, String> plan : new TreeMap<>(model.plans()).entrySet()) {
            json.writeStringField(plan.getKey(), plan.getValue());
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    private void slices(Map<String, Map<String, List<SeriesPoint>>> slices) throws IOException {
        json.writeObjectFieldStart("slices");
        for (Map.Entry<String, Map<String, List<SeriesPoint>>> kind : new TreeMap<>(slices).entrySet()) {
            json.writeArrayFieldStart(kind.getKey());
            for (Map.Entry<String, List<SeriesPoint>> slice : kind.getValue().entrySet()) {
                json.writeStartObject();
                json.writeStringField("name", slice.getKey());
                buckets(slice.getValue().stream().map(SeriesPoint::bucket).toList());
                series(slice.getValue().stream().map(SeriesPoint::figures).toList(), OF_SLICES);
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    private void strings(String field, List<String> values) throws IOException {
        json.writeArrayFieldStart(field);
        for (String value : values) {
            json.writeString(value);
        }
        json.writeEndArray();
    }

    private void runs(List<RunFigures> runs) throws IOException {
        json.writeArrayFieldStart("runs");
        for (RunFigures run : runs) {
            json.writeStartObject();
            json.writeStringField("instance", run.instance());
            json.writeStringField("bootId", run.bootId());
            json.writeNumberField("first", run.firstSecond());
            json.writeNumberField("end", run.endSecond());
            json.writeNumberField("reports", run.reports());
            json.writeNumberField("missing", run.missing());
            json.writeObjectFieldStart("dropped");
            for (Map.Entry<String, DroppedSums> drop : new TreeMap<>(run.dropped()).entrySet()) {
                json.writeObjectFieldStart(drop.getKey());
                json.writeStringField("sentence", DropSentences.of(drop.getKey()));
                json.writeNumberField("times", drop.getValue().times());
                json.writeNumberField("keys", drop.getValue().keys());
                figures(drop.getValue().figures(), DroppedSums.FIGURES);
                json.writeEndObject();
            }
            json.writeEndObject();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void marks(List<TimeMark> marks) throws IOException {
        json.writeArrayFieldStart("marks");
        for (TimeMark mark : marks) {
            json.writeStartObject();
            json.writeNumberField("at", mark.second());
            json.writeStringField("kind", mark.kind());
            json.writeStringField("name", mark.name());
            json.writeStringField("before", mark.before());
            json.writeStringField("now", mark.now());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void write(PageStatement row) throws IOException {
        json.writeStartObject();
        json.writeStringField("digest", row.identity().digest());
        if (row.identity().schema() != null) {
            json.writeStringField("schema", row.identity().schema());
        }
        json.writeStringField("summary", row.summary());
        json.writeStringField("text", row.text());
        figures(row.figures(), OF_STATEMENTS);
        json.writeFieldName("histogram");
        histogram(row.figures().histogram());
        if (!row.origins().isEmpty()) {
            origins(row.origins());
        }
        if (!row.points().isEmpty() && !row.terms().isEmpty()) {
            terms(json, row.terms());
        }
        if (!row.points().isEmpty()) {
            json.writeFieldName("series");
            points(row.points());
        }
        json.writeEndObject();
    }

    /** Writes one field for each figure, named by the figure's key; null if the figure is unknown. */
    public void figures(Figures figures, List<Figure> which) throws IOException {
        for (Map.Entry<String, @Nullable Object> each : figures.asMap(which).entrySet()) {
            json.writeFieldName(each.getKey());
            if (each.getValue() instanceof Map<?, ?> parts) {
                json.writeStartObject();
                for (Map.Entry<?, ?> part : parts.entrySet()) {
                    json.writeFieldName(part.getKey().toString());
                    value(part.getValue());
                }
                json.writeEndObject();
            } else {
                value(each.getValue());
            }
        }
    }

    private void value(@Nullable Object value) throws IOException {
        if (value instanceof Double number) {
            number(number, RU_DIGITS);
        } else {
            json.writeObject(value);
        }
    }

    /** Writes the titles, sentences and units of figures, and the names of error classes. */
    private void catalogue() throws IOException {
        json.writeObjectFieldStart("figures");
        for (Figure figure : Figure.values()) {
            if (figure.isOfAdvice()) {
                continue;
            }
            json.writeObjectFieldStart(figure.key());
            json.writeStringField("title", figure.title());
            json.writeStringField("sentence", figure.sentence());
            json.writeStringField("unit", figure.unit().name().toLowerCase(Locale.ROOT));
            json.writeEndObject();
        }
        json.writeEndObject();
        json.writeObjectFieldStart("errorClasses");
        for (ErrorClass each : ErrorClass.values()) {
            String name = each.name().toLowerCase(Locale.ROOT).replace('_', ' ');
            String code = each.sqlStateClass();
            json.writeStringField(code, code.length() == 2 ? name + " (" + code + ")" : name);
        }
        json.writeEndObject();
    }

    /** Writes the terms of request units as the array {@code terms}. */
    public static void terms(JsonGenerator json, List<RuTerm> terms) throws IOException {
        json.writeArrayFieldStart("terms");
        for (RuTerm term : terms) {
            json.writeStartObject();
            json.writeStringField("name", term.name());
            json.writeNumberField("amount", term.amount());
            json.writeNumberField("ruPerUnit", term.ruPerUnit());
            json.writeNumberField("ru", term.ru());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void origins(List<StatementOrigin> origins) throws IOException {
        json.writeArrayFieldStart("origins");
        for (StatementOrigin origin : origins) {
            json.writeStartObject();
            json.writeStringField("origin", origin.name());
            Figures all = origin.figures();
            long latency = all.nanos() - (long) Math.max(0, Figure.FETCH.rank(all));
            figures(all.toBuilder().set(Figure.TIME, latency).build(), Figure.OF_ORIGINS);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void points(List<SeriesPoint> points) throws IOException {
        json.writeStartObject();
        buckets(points.stream().map(SeriesPoint::bucket).toList());
        series(points.stream().map(SeriesPoint::figures).toList(), BY_TIME);
        if (points.stream().anyMatch(point -> point.histogram() != null)) {
            json.writeArrayFieldStart("histograms");
            for (SeriesPoint point : points) {
                HistogramSnapshot histogram = point.histogram();
                histogram(histogram == null ? HistogramSnapshot.EMPTY : histogram);
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    private void buckets(Iterable<Integer> places) throws IOException {
        json.writeArrayFieldStart("at");
        for (int place : places) {
            json.writeNumber(place);
        }
        json.writeEndArray();
    }

    /** Writes an array for each figure. Figures whose values are all 0 are left out, except executions and time. */
    private void series(List<Figures> points, List<Figure> which) throws IOException {
        boolean mixed = points.stream().reduce(Figures.NONE, Figures::plus).isRuMixed();
        for (Figure figure : which) {
            boolean always = figure == Figure.COUNT || figure == Figure.TIME;
            if (always || points.stream().anyMatch(point -> figure.rank(point) != 0)) {
                json.writeArrayFieldStart(figure.key());
                for (Figures point : points) {
                    Number value = mixed && figure == Figure.RU ? null : point.get(figure);
                    if (value instanceof Double number) {
                        number(number, SERIES_DIGITS);
                    } else {
                        json.writeObject(value);
                    }
                }
                json.writeEndArray();
            }
        }
    }

    /** Writes the non-empty buckets as pairs of numbers: the distance from the previous such bucket, and the count. */
    private void histogram(HistogramSnapshot histogram) throws IOException {
        json.writeStartArray();
        int before = 0;
        for (int bucket = histogram.firstBucket(); bucket <= histogram.lastBucket(); bucket++) {
            if (histogram.count(bucket) > 0) {
                json.writeNumber(bucket - before);
                json.writeNumber(histogram.count(bucket));
                before = bucket;
            }
        }
        json.writeEndArray();
    }

    private void write(SpenderFigures spender) throws IOException {
        json.writeStartObject();
        json.writeStringField("source", spender.identity().source());
        json.writeStringField("database", spender.identity().keyspace());
        json.writeStringField("scope", spender.identity().scope());
        json.writeStringField("user", spender.identity().user());
        json.writeStringField("digest", spender.identity().digest());
        json.writeStringField("plan", spender.identity().plan());
        buckets(spender.byBucket().keySet());
        series(List.copyOf(spender.byBucket().values()), OF_SPENDERS);
        if (!spender.byOrigin().isEmpty()) {
            json.writeArrayFieldStart("origins");
            for (Map.Entry<String, Figures> origin : spender.byOrigin().entrySet()) {
                json.writeStartObject();
                json.writeStringField("origin", origin.getKey());
                figures(origin.getValue(), OF_SPENDERS);
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    /**
     * Writes a number rounded to a multiple of 1 / {@code digits}; as an integer if it is whole, and 0 if it is not
     * finite.
     */
    private void number(double value, double digits) throws IOException {
        double rounded = Math.rint(value * digits) / digits;
        if (!Double.isFinite(rounded)) {
            json.writeNumber(0);
        } else if (rounded == Math.rint(rounded) && Math.abs(rounded) < Long.MAX_VALUE) {
            json.writeNumber((long) rounded);
        } else {
            json.writeNumber(rounded);
        }
    }
}
