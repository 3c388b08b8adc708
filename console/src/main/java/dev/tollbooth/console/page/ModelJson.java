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
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.RuTerm;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Writes the model as JSON: {@code docs/guide/console.md} describes it for those who read it by script.
 *
 * <p>Not thread-safe.
 */
public final class ModelJson {

    /** Grows with a change that a reader could stumble over; further fields do not count. */
    public static final int VERSION = 1;

    private static final double RU_DIGITS = 1e4;
    private static final double SERIES_DIGITS = 1e2;

    private final JsonGenerator json;

    /** Writes to {@code json}. */
    public ModelJson(JsonGenerator json) {
        this.json = json;
    }

    /**
     * Writes the model as one object.
     *
     * @param tag names this state of what runs, so that nobody asks for it twice; empty: a file
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
        json.writeObjectFieldStart("plans");
        for (Map.Entry<String, String> plan : new TreeMap<>(model.plans()).entrySet()) {
            json.writeStringField(plan.getKey(), plan.getValue());
        }
        json.writeEndObject();
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
                json.writeNumberField("times", drop.getValue().times());
                json.writeNumberField("keys", drop.getValue().keys());
                ru("ru", drop.getValue().ru());
                json.writeNumberField("calls", drop.getValue().calls());
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
        String source = row.figures().ruSource();
        json.writeStringField("source", source == null ? "" : source);
        counts(row.figures());
        ru(row.figures());
        if (!row.figures().errorsByClass().isEmpty()) {
            errorClasses(row.figures().errorsByClass());
        }
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

    private void counts(Figures figures) throws IOException {
        json.writeNumberField("calls", figures.count());
        json.writeNumberField("errors", known(figures, Figure.ERRORS));
        json.writeNumberField("nanos", figures.nanos());
        json.writeNumberField("maxNanos", known(figures, Figure.MAX));
        json.writeNumberField("fetchNanos", known(figures, Figure.FETCH));
        json.writeNumberField("rowsRead", known(figures, Figure.ROWS_READ));
        json.writeObjectField("rowsAffected", figures.get(Figure.ROWS_CHANGED));
        json.writeNumberField("rowsUnknown", known(figures, Figure.ROWS_UNKNOWN));
        json.writeNumberField("warnings", known(figures, Figure.WARNINGS));
        json.writeObjectField("clientBytes", figures.get(Figure.ALLOCATED));
    }

    private static long known(Figures figures, Figure figure) {
        Number value = figures.get(figure);
        return value == null ? 0 : value.longValue();
    }

    private static double ruOf(Figures figures) {
        return Math.max(0, Figure.RU.rank(figures));
    }

    /** Writes nothing where they are not known, or of several sources. */
    private void ru(Figures figures) throws IOException {
        Number amount = figures.get(Figure.RU);
        if (amount != null) {
            ru("ru", amount.doubleValue());
        }
    }

    /** Writes what request units are made of as {@code terms}. */
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

    private void errorClasses(Map<String, Long> errors) throws IOException {
        json.writeObjectFieldStart("errorClasses");
        for (Map.Entry<String, Long> error : new TreeMap<>(errors).entrySet()) {
            json.writeNumberField(ErrorNames.of(error.getKey()), error.getValue());
        }
        json.writeEndObject();
    }

    private void origins(List<StatementOrigin> origins) throws IOException {
        json.writeArrayFieldStart("origins");
        for (StatementOrigin origin : origins) {
            json.writeStartObject();
            Figures figures = origin.figures();
            json.writeStringField("name", origin.name());
            json.writeNumberField("calls", figures.count());
            json.writeNumberField("errors", known(figures, Figure.ERRORS));
            json.writeNumberField("nanos", figures.nanos() - known(figures, Figure.FETCH));
            json.writeNumberField("rowsRead", known(figures, Figure.ROWS_READ));
            ru(figures);
            json.writeNumberField("most", known(figures, Figure.MOST));
            json.writeNumberField("transactions", known(figures, Figure.TRANSACTIONS));
            json.writeNumberField("repeated", known(figures, Figure.REPEATED));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void points(List<SeriesPoint> points) throws IOException {
        json.writeStartObject();
        longs("at", points, SeriesPoint::bucket);
        longs("calls", points, point -> point.figures().count());
        sparse("errors", points, point -> known(point.figures(), Figure.ERRORS));
        longs("micros", points, point -> micros(point.figures().nanos()));
        longs("maxMicros", points, point -> micros(known(point.figures(), Figure.MAX)));
        sparse("rowsRead", points, point -> known(point.figures(), Figure.ROWS_READ));
        rowsAffected(points);
        sparse("rowsUnknown", points, point -> known(point.figures(), Figure.ROWS_UNKNOWN));
        if (points.stream()
                        .flatMap(point -> point.figures().ruBySource().keySet().stream())
                        .distinct()
                        .count()
                <= 1) {
            doubles("ru", points, point -> ruOf(point.figures())); // those of several sources are never added
        }
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

    /** Writes nothing where all are 0, null where a point's are not known. */
    private void rowsAffected(List<SeriesPoint> points) throws IOException {
        if (points.stream()
                .anyMatch(point ->
                        known(point.figures(), Figure.ROWS_CHANGED) + known(point.figures(), Figure.ROWS_UNKNOWN)
                                != 0)) {
            json.writeArrayFieldStart("rowsAffected");
            for (SeriesPoint point : points) {
                json.writeObject(point.figures().get(Figure.ROWS_CHANGED));
            }
            json.writeEndArray();
        }
    }

    /** Writes nothing where all are 0. */
    private <T> void sparse(String field, List<T> values, ToLongFunction<T> figure) throws IOException {
        if (values.stream().anyMatch(value -> figure.applyAsLong(value) != 0)) {
            longs(field, values, figure);
        }
    }

    private <T> void longs(String field, Iterable<T> values, ToLongFunction<T> figure) throws IOException {
        json.writeArrayFieldStart(field);
        for (T value : values) {
            json.writeNumber(figure.applyAsLong(value));
        }
        json.writeEndArray();
    }

    private <T> void doubles(String field, List<T> values, ToDoubleFunction<T> figure) throws IOException {
        if (values.stream().anyMatch(value -> figure.applyAsDouble(value) != 0)) {
            json.writeArrayFieldStart(field);
            for (T value : values) {
                number(figure.applyAsDouble(value), SERIES_DIGITS);
            }
            json.writeEndArray();
        }
    }

    /** Buckets with their counts, each pair the distance to the bucket before it, and the count. */
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
        json.writeStringField("keyspace", spender.identity().keyspace());
        json.writeStringField("scope", spender.identity().scope());
        json.writeStringField("user", spender.identity().user());
        json.writeStringField("digest", spender.identity().digest());
        json.writeStringField("plan", spender.identity().plan());
        List<Figures> sums = List.copyOf(spender.byBucket().values());
        longs("at", spender.byBucket().keySet(), bucket -> bucket);
        doubles("ru", sums, ModelJson::ruOf);
        longs("calls", sums, Figures::count);
        longs("micros", sums, each -> micros(each.nanos()));
        sparse("unknown", sums, each -> known(each, Figure.RU_UNKNOWN));
        if (!spender.byOrigin().isEmpty()) {
            json.writeArrayFieldStart("origins");
            for (Map.Entry<String, Figures> origin : spender.byOrigin().entrySet()) {
                write(origin.getKey(), origin.getValue());
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    private void write(String origin, Figures spent) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", origin);
        ru("ru", ruOf(spent));
        json.writeNumberField("calls", spent.count());
        json.writeNumberField("nanos", spent.nanos());
        json.writeNumberField("unknown", known(spent, Figure.RU_UNKNOWN));
        json.writeEndObject();
    }

    /** Rounds half up: of each bucket of time half a microsecond at most is lost, of a whole span nothing. */
    private static long micros(long nanos) {
        return (nanos + 500) / 1_000;
    }

    private void ru(String field, double value) throws IOException {
        json.writeFieldName(field);
        number(value, RU_DIGITS);
    }

    /** Writes no digits behind the point where they are 0. */
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
