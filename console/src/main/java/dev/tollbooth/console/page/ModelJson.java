package dev.tollbooth.console.page;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tollbooth.console.model.PageModel;
import dev.tollbooth.console.model.PageModel.PageStatement;
import dev.tollbooth.console.model.PageModel.RunFigures;
import dev.tollbooth.console.model.PageModel.SpenderFigures;
import dev.tollbooth.console.model.PageModel.TimeMark;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.proto.v1.DropCounter;
import dev.tollbooth.statement.Advice;
import dev.tollbooth.statement.ErrorClass;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.RuTerm;
import dev.tollbooth.statement.RunningStatement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A writer of the model as JSON; {@code docs/guide/console.md} describes it for scripts. Its rows are written one by
 * one, so that only one of them is in memory as JSON.
 */
public final class ModelJson {

    /** The version of the format, which grows with incompatible changes. New fields are compatible. */
    public static final int VERSION = 2;

    private static final long PICOS_PER_NANO = 1_000;
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
    private static final List<Figure> OF_DROPS = List.of(Figure.RU, Figure.COUNT);
    private static final List<Figure> OF_SLICES = List.of(Figure.COUNT, Figure.TIME);
    private static final List<Figure> OF_SPENDERS = List.of(Figure.COUNT, Figure.TIME, Figure.RU, Figure.RU_UNKNOWN);

    private ModelJson() {}

    /**
     * Writes the model as one object.
     *
     * @param tag the tag of these figures, which a page sends to ask for newer figures; empty for a file
     * @param madeAtSeconds seconds since 1970 UTC
     */
    public static void write(JsonGenerator json, PageModel model, String tag, long madeAtSeconds) throws IOException {
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
        field(json, "notes", model.notes());
        field(json, "figures", catalogue());
        field(json, "errorClasses", errorClasses());
        rows(json, "runs", model.runs(), ModelJson::run);
        rows(json, "marks", model.marks(), ModelJson::mark);
        field(json, "global", points(model.global()));
        field(json, "rest", points(model.rest()));
        rows(json, "statements", model.statements(), ModelJson::statement);
        rows(json, "spenders", model.spenders(), ModelJson::spender);
        json.writeObjectFieldStart("slices");
        for (var kind : new TreeMap<>(model.slices()).entrySet()) {
            rows(json, kind.getKey(), kind.getValue().entrySet(), slice -> {
                Map<String, @Nullable Object> row = new LinkedHashMap<>();
                row.put("name", slice.getKey());
                row.putAll(series(slice.getValue(), OF_SLICES));
                return row;
            });
        }
        json.writeEndObject();
        field(json, "plans", new TreeMap<>(model.plans()));
        json.writeEndObject();
    }

    private static void field(JsonGenerator json, String name, @Nullable Object value) throws IOException {
        json.writeFieldName(name);
        HtmlSafeJson.write(json, value);
    }

    private static <T> void rows(
            JsonGenerator json, String name, Collection<T> rows, Function<T, Map<String, @Nullable Object>> object)
            throws IOException {
        json.writeArrayFieldStart(name);
        for (T row : rows) {
            HtmlSafeJson.write(json, object.apply(row));
        }
        json.writeEndArray();
    }

    /** Returns the titles, sentences and units of figures. */
    private static Map<String, @Nullable Object> catalogue() {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        for (Figure figure : Figure.values()) {
            if (!figure.isOfAdvice()) {
                Map<String, String> words = new LinkedHashMap<>();
                words.put("title", figure.title());
                words.put("sentence", figure.sentence());
                words.put("unit", figure.unit().name().toLowerCase(Locale.ROOT));
                all.put(figure.key(), words);
            }
        }
        return all;
    }

    /** Returns the names of error classes by their codes. */
    private static Map<String, String> errorClasses() {
        Map<String, String> all = new LinkedHashMap<>();
        for (ErrorClass each : ErrorClass.values()) {
            String name = each.name().toLowerCase(Locale.ROOT).replace('_', ' ');
            String code = each.sqlStateClass();
            all.put(code, code.length() == 2 ? name + " (" + code + ")" : name);
        }
        return all;
    }

    private static Map<String, @Nullable Object> run(RunFigures run) {
        Map<String, @Nullable Object> dropped = new TreeMap<>();
        run.dropped().forEach((reason, counter) -> dropped.put(reason, drop(counter)));
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("instance", run.instance());
        row.put("bootId", run.bootId());
        row.put("first", run.firstSecond());
        row.put("end", run.endSecond());
        row.put("reports", run.reports());
        row.put("missing", run.missing());
        row.put("dropped", dropped);
        return row;
    }

    private static Map<String, @Nullable Object> drop(DropCounter counter) {
        boolean isKnown = counter.hasRu() || counter.hasRuSource();
        Figures figures = Figures.builder()
                .set(Figure.COUNT, counter.getExecCount())
                .ru(isKnown ? counter.getRuSource() : null, counter.hasRu() ? Double.valueOf(counter.getRu()) : null)
                .build();
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("sentence", DropSentences.of(counter.getReason()));
        row.put("times", counter.getTimes());
        row.put("keys", counter.getKeys());
        row.putAll(figures(figures, OF_DROPS));
        return row;
    }

    private static Map<String, @Nullable Object> mark(TimeMark mark) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("at", mark.second());
        row.put("kind", mark.kind());
        row.put("name", mark.name());
        row.put("before", mark.before());
        row.put("now", mark.now());
        return row;
    }

    private static Map<String, @Nullable Object> statement(PageStatement statement) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("digest", statement.identity().digest());
        if (statement.identity().schema() != null) {
            row.put("schema", statement.identity().schema());
        }
        row.put("summary", statement.summary());
        row.put("text", statement.text());
        row.putAll(figures(statement.figures(), OF_STATEMENTS));
        row.put("histogram", pairs(statement.figures().histogram()));
        if (!statement.origins().isEmpty()) {
            row.put("origins", origins(statement.origins(), origin -> {
                long latency = origin.nanos() - origin.orZero(Figure.FETCH);
                return figures(origin.toBuilder().set(Figure.TIME, latency).build(), Figure.OF_ORIGINS);
            }));
        }
        if (!statement.points().isEmpty()) {
            if (!statement.terms().isEmpty()) {
                row.put("terms", terms(statement.terms()));
            }
            row.put("series", points(statement.points()));
        }
        return row;
    }

    /** Returns one value for each figure under the figure's key; null if the figure is unknown. */
    public static Map<String, @Nullable Object> figures(Figures figures, List<Figure> which) {
        return rounded(figures.asMap(which));
    }

    private static Map<String, @Nullable Object> rounded(Map<?, ?> values) {
        Map<String, @Nullable Object> rounded = new LinkedHashMap<>();
        values.forEach((key, value) -> rounded.put(
                key.toString(), value instanceof Map<?, ?> parts ? rounded(parts) : number(value, RU_DIGITS)));
        return rounded;
    }

    /** Returns a piece of advice as a row. */
    public static Map<String, @Nullable Object> advice(Advice advice) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("kind", advice.kind());
        row.put("schema", advice.schema());
        row.put("digest", advice.digest());
        row.put("about", advice.about());
        row.put("origin", advice.origin());
        row.put("why", advice.why());
        row.put("evidence", advice.evidence());
        row.put("savedSeconds", advice.savedSeconds());
        row.put("savedRoundTrips", advice.savedRoundTrips());
        row.put("savedRuPerHour", advice.savedRuPerHour());
        row.put("share", advice.share());
        row.put("remedy", advice.remedy());
        row.put("certainty", advice.certainty());
        return row;
    }

    /** Returns a running statement as a row. */
    public static Map<String, @Nullable Object> running(RunningStatement running) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("id", running.id());
        row.put("user", running.user());
        row.put("origin", running.origin());
        row.put("digest", running.digest().hex());
        row.put("summary", running.digest().summary());
        row.put("text", running.digest().text());
        row.put("elapsedNanos", running.elapsedNanos());
        row.put(Figure.RU.key(), running.ru());
        row.put(Figure.ALLOCATED.key(), running.clientBytes());
        return row;
    }

    /** Returns the non-empty buckets of a histogram as rows, the fastest first; the last bucket has no upper bound. */
    public static List<Map<String, @Nullable Object>> buckets(HistogramSnapshot histogram) {
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        for (int bucket = histogram.firstBucket(); bucket <= histogram.lastBucket(); bucket++) {
            if (histogram.count(bucket) > 0) {
                long high = HistogramSnapshot.highPicos(bucket);
                Map<String, @Nullable Object> row = new LinkedHashMap<>();
                row.put("bucket", bucket);
                row.put("lowNanos", HistogramSnapshot.lowPicos(bucket) / PICOS_PER_NANO);
                row.put("highNanos", high < 0 ? null : (Long) (high / PICOS_PER_NANO));
                row.put("count", histogram.count(bucket));
                rows.add(row);
            }
        }
        return rows;
    }

    /** Returns the terms of request units as rows. */
    public static List<Map<String, Object>> terms(List<RuTerm> terms) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (RuTerm term : terms) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("name", term.name());
            row.put("amount", term.amount());
            row.put("ruPerUnit", term.ruPerUnit());
            row.put("ru", term.ru());
            rows.add(row);
        }
        return rows;
    }

    private static List<Map<String, @Nullable Object>> origins(
            Map<String, Figures> origins, Function<Figures, Map<String, @Nullable Object>> values) {
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        origins.forEach((name, figures) -> {
            Map<String, @Nullable Object> row = new LinkedHashMap<>();
            row.put("origin", name);
            row.putAll(values.apply(figures));
            rows.add(row);
        });
        return rows;
    }

    private static Map<String, @Nullable Object> points(SortedMap<Integer, Figures> points) {
        Map<String, @Nullable Object> row = series(points, BY_TIME);
        if (points.values().stream().anyMatch(point -> point.histogram().total() > 0)) {
            row.put(
                    "histograms",
                    points.values().stream()
                            .map(point -> pairs(point.histogram()))
                            .toList());
        }
        return row;
    }

    /**
     * Returns the buckets of time, and an array for each figure. Figures whose values are all 0 are left out, except
     * executions and time.
     */
    private static Map<String, @Nullable Object> series(SortedMap<Integer, Figures> points, List<Figure> which) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("at", points.keySet());
        boolean mixed =
                points.values().stream().reduce(Figures.NONE, Figures::plus).isRuMixed();
        for (Figure figure : which) {
            boolean always = figure == Figure.COUNT || figure == Figure.TIME;
            if (always || points.values().stream().anyMatch(point -> figure.rank(point) != 0)) {
                List<@Nullable Object> values = new ArrayList<>(points.size());
                for (Figures point : points.values()) {
                    values.add(mixed && figure == Figure.RU ? null : number(point.get(figure), SERIES_DIGITS));
                }
                row.put(figure.key(), values);
            }
        }
        return row;
    }

    /** Returns the non-empty buckets as pairs of numbers: the distance from the previous such bucket, and the count. */
    private static List<Long> pairs(HistogramSnapshot histogram) {
        List<Long> pairs = new ArrayList<>();
        int before = 0;
        for (int bucket = histogram.firstBucket(); bucket <= histogram.lastBucket(); bucket++) {
            if (histogram.count(bucket) > 0) {
                pairs.add((long) bucket - before);
                pairs.add(histogram.count(bucket));
                before = bucket;
            }
        }
        return pairs;
    }

    private static Map<String, @Nullable Object> spender(SpenderFigures spender) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("source", spender.identity().source());
        row.put("database", spender.identity().keyspace());
        row.put("scope", spender.identity().scope());
        row.put("user", spender.identity().user());
        row.put("digest", spender.identity().digest());
        row.put("plan", spender.identity().plan());
        row.putAll(series(spender.byBucket(), OF_SPENDERS));
        if (!spender.byOrigin().isEmpty()) {
            row.put("origins", origins(spender.byOrigin(), each -> figures(each, OF_SPENDERS)));
        }
        return row;
    }

    /**
     * Returns a fraction rounded to a multiple of 1 / {@code digits}; as an integer if it is whole, and 0 if it is not
     * finite. Returns any other value as it is.
     */
    private static @Nullable Object number(@Nullable Object value, double digits) {
        if (!(value instanceof Double fraction)) {
            return value;
        }
        double rounded = Math.rint(fraction * digits) / digits;
        if (!Double.isFinite(rounded)) {
            return 0;
        }
        boolean whole = rounded == Math.rint(rounded) && Math.abs(rounded) < Long.MAX_VALUE;
        return whole ? (Object) (long) rounded : (Object) rounded;
    }
}
