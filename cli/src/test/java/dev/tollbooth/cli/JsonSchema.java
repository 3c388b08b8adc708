package dev.tollbooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.FigureUnit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The schema of all JSON with figures, {@code docs/guide/figures.schema.json}, which is made from the catalogue of
 * figures. Outputs are checked against it.
 */
public final class JsonSchema {

    private static final Gson PRETTY =
            new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

    private JsonSchema() {}

    /** An object of the schema. */
    private static final class Described {

        private final JsonObject properties = new JsonObject();
        private final JsonArray required = new JsonArray();
        private final String description;

        Described(String description) {
            this.description = description;
        }

        /** Adds a key that is always present. */
        Described with(String key, String what, String... types) {
            required.add(key);
            return may(key, what, types);
        }

        /** Adds a key that may be absent. */
        Described may(String key, String what, String... types) {
            properties.add(key, property(what, types));
            return this;
        }

        /** Adds an object, which may be null, or a list of objects. */
        Described with(String key, String what, String type, JsonObject of) {
            required.add(key);
            return may(key, what, type, of);
        }

        Described may(String key, String what, String type, JsonObject of) {
            JsonObject property = new JsonObject();
            if (type.equals("array")) {
                property = property(what, "array");
                property.add("items", of);
            } else if (type.equals("map")) {
                property = property(what, "object");
                property.add("additionalProperties", of);
            } else {
                of.entrySet().forEach(each -> add(key, each));
                return this;
            }
            properties.add(key, property);
            return this;
        }

        private void add(String key, Map.Entry<String, JsonElement> part) {
            if (!properties.has(key)) {
                properties.add(key, new JsonObject());
            }
            properties.getAsJsonObject(key).add(part.getKey(), part.getValue());
        }

        /** Adds the keys that name a row's statement, user, origin or sender. */
        Described names() {
            return may("digest", "of the statement, 64 hexadecimal digits; empty or null where statements had no room")
                    .may("schema", "the statement ran in")
                    .may("database", "the request units are of")
                    .may("summary", "the summary of the statement, or the group of the row")
                    .may("text", "normalized SQL")
                    .may("user", "the user")
                    .may("service", "whose processes")
                    .may("version", "of the service")
                    .may("environment", "the service runs in")
                    .may("instance", "which process")
                    .may("origin", "the code that executes; null or empty: unnamed")
                    .may("source", "the source of the request units");
        }

        /** Adds the figures of the catalogue, with their parts. */
        Described figures() {
            for (Figure figure : Figure.values()) {
                if (figure.isOfAdvice()) {
                    continue;
                }
                may(figure.key(), figure.sentence(), type(figure), "null");
            }
            return may("ruSource", "the source of the request units; mixed: several, and ru has no number")
                    .may("ruBySource", "request units of each source, where there are several", "map", number())
                    .may("errorsByClass", "errors by class of SQLState", "object", "null")
                    .may("allocatedSampled", "allocatedBytes is scaled from some executions", "boolean", "null")
                    .may("sharePercent", "of the figure that rows are ordered by, or of time", "number", "null");
        }

        /** Adds arrays of the figures, with one value for each bucket of time. */
        Described series() {
            with("at", "buckets of time", "array", integer());
            for (Figure figure : Figure.values()) {
                if (figure.isOfAdvice()) {
                    continue;
                }
                may(figure.key(), figure.sentence(), "array", property("of that bucket", type(figure), "null"));
            }
            return may("histograms", "latencies of each bucket of time", "array", property("pairs", "array"));
        }

        JsonObject build() {
            JsonObject object = property(description, "object");
            object.add("properties", properties);
            if (!required.isEmpty()) {
                object.add("required", required);
            }
            object.addProperty("additionalProperties", false);
            return object;
        }
    }

    private static String type(Figure figure) {
        return figure.unit() == FigureUnit.RU ? "number" : "integer";
    }

    static JsonObject property(String description, String... types) {
        JsonObject property = new JsonObject();
        property.addProperty("description", description);
        JsonArray all = new JsonArray();
        List.of(types.length == 0 ? new String[] {"string", "null"} : types).forEach(all::add);
        property.add("type", all.size() == 1 ? all.get(0) : all);
        return property;
    }

    private static JsonObject number() {
        return property("an amount", "number");
    }

    private static JsonObject integer() {
        return property("a number", "integer");
    }

    private static JsonObject ref(String name) {
        JsonObject ref = new JsonObject();
        ref.addProperty("$ref", "#/$defs/" + name);
        return ref;
    }

    private static JsonObject row() {
        return new Described(
                        "a row; a figure that is not known is null, one that rows of its kind don't have is absent")
                .with("kind", "the kind of row; rest: all rows that a limit or a filter leaves out", "string")
                .names()
                .may("users", "the user of the statement", "array")
                .may("schemas", "the statement ran in", "array")
                .may("plans", "digests of plans that it ran by", "array")
                .figures()
                .build();
    }

    private static JsonObject listing() {
        return new Described("tollbooth top and fleet top; attach top and attach users have one for each instance")
                .may("reports", "read", "integer")
                .may("fromSec", "begin of the first window, seconds since 1970 UTC", "integer")
                .may("toSec", "end of the last window", "integer")
                .may("instance", "tollbooth.name", "string")
                .may("by", "the order of the rows", "string")
                .with("rows", "the most first", "array", ref("row"))
                .may("running", "the running statements, by the MBean's columns", "array")
                .build();
    }

    private static JsonObject histogram() {
        return new Described("tollbooth histogram and attach histogram")
                .with("digest", "of the statement", "string")
                .may("summary", "its name for people")
                .may("text", "normalized SQL")
                .figures()
                .may("buckets", "the used buckets", "array", ref("bucket"))
                .may("decades", "powers of ten", "array", ref("bucket"))
                .may(
                        "windows",
                        "by the begin",
                        "array",
                        new Described("a window of reports")
                                .with("startSec", "begin", "integer")
                                .with("endSec", "end", "integer")
                                .figures()
                                .with("buckets", "the used buckets", "array", ref("bucket"))
                                .build())
                .build();
    }

    private static JsonObject bucket() {
        return new Described("executions that took about as long")
                .may("bucket", "0 to 449", "integer")
                .with("lowNanos", "no shorter than this", "integer")
                .with("highNanos", "shorter than this; null: no end", "integer", "null")
                .with("count", "how many", "integer")
                .may("countAndLower", "how many there and below", "integer")
                .build();
    }

    private static JsonObject diff() {
        JsonObject side = new Described("all reports of a side")
                .with("fromSec", "begin of the first window", "integer", "null")
                .with("toSec", "end of the last one", "integer", "null")
                .with("reports", "read", "integer")
                .with("count", "executions", "integer")
                .build();
        return new Described("tollbooth diff")
                .with("before", "", "object", side)
                .with("after", "", "object", side)
                .with("counts", "statements by change", "map", integer())
                .with(
                        "statements",
                        "all of them",
                        "array",
                        new Described("a statement of both sides, or of one")
                                .with("change", "slower, faster, new, gone, same or tooFew", "string")
                                .names()
                                .with("movedBuckets", "of P99", "integer")
                                .with("chance", "that nothing but chance moved it", "number")
                                .with("newPlans", "digests", "array")
                                .with("before", "null: it was not there", "object", ref("side"))
                                .with("after", "likewise", "object", ref("side"))
                                .build())
                .build();
    }

    private static JsonObject actuator() {
        JsonObject statement = new Described("a statement of an instance")
                .names()
                .figures()
                .may("lastSeen", "end of the last execution")
                .build();
        return new Described("/actuator/tollbooth")
                .with(
                        "instances",
                        "of the application",
                        "array",
                        new Described("an instance")
                                .with("instance", "tollbooth.name", "string")
                                .with("windowSeconds", "how long was watched; null: all", "number", "null")
                                .with("executions", "of all statements", "integer")
                                .with("statements", "the most first", "array", statement)
                                .build())
                .build();
    }

    private static JsonObject origins() {
        JsonObject statement =
                new Described("a statement by origin").names().figures().build();
        return new Described("/actuator/tollbooth/origins and repetitions")
                .with(
                        "instances",
                        "of the application",
                        "array",
                        new Described("an instance")
                                .with("instance", "tollbooth.name", "string")
                                .may("origins", "the longest time first", "array", statement)
                                .may("repetitions", "the most repeated first", "array", statement)
                                .build())
                .build();
    }

    /** Adds the answers to the requests of a fleet's page. */
    private static void addFleet(JsonObject definitions) {
        definitions.add(
                "services",
                new Described("/api/v1/services")
                        .with(
                                "rows",
                                "by name",
                                "array",
                                new Described("a version of a service in an environment")
                                        .names()
                                        .with("instances", "processes that sent reports", "integer")
                                        .figures()
                                        .build())
                        .build());
        definitions.add(
                "instances",
                new Described("/api/v1/instances")
                        .with("count", "how many there are", "integer")
                        .with(
                                "rows",
                                "those that took the most time first",
                                "array",
                                new Described("a process").names().figures().build())
                        .build());
        definitions.add(
                "changes",
                new Described("/api/v1/changes")
                        .with("statements", "compared", "integer")
                        .with("tooFew", "those with too few executions to tell", "integer")
                        .with(
                                "rows",
                                "those that changed",
                                "array",
                                new Described("a statement of two versions")
                                        .with("change", "slower, faster, new or gone", "string")
                                        .names()
                                        .with("before", "null: it was not there", "object", ref("side"))
                                        .with("after", "likewise", "object", ref("side"))
                                        .with("chance", "that nothing but chance moved it", "number")
                                        .build())
                        .build());
    }

    private static JsonObject finding() {
        return new Described("a finding: a change, and its saving of all so far")
                .with("kind", "a stable key", "string")
                .may("schema", "the statement ran in")
                .may("digest", "of the statement; empty or null where it is not about one")
                .with("about", "the summary of the statement, or another subject", "string")
                .may("origin", "the code that executes it; empty or null: unnamed")
                .with("why", "the figures behind the advice, in words", "string")
                .may("evidence", "these figures", "map", number())
                .with("savedSeconds", "of statement time", "number")
                .with("savedRoundTrips", "with the server", "integer")
                .may("savedRuPerHour", "request units per hour", "number", "null")
                .with("share", "of the application's time or round trips, 0 to 1", "number")
                .with("remedy", "the change", "string")
                .with("certainty", "sure, likely or possible", "string")
                .build();
    }

    private static JsonObject health() {
        return new Described("/api/v1/health")
                .with("version", "of Tollbooth", "string")
                .with("started", "seconds since 1970 UTC", "integer")
                .with("problems", "in words", "array")
                .with("advice", "the greatest saving first", "array", ref("finding"))
                .with("failures", "of Tollbooth's own, by place", "array")
                .with("sinks", "of reports", "array")
                .with("settings", "in force", "array")
                .with("budgets", "of users", "array")
                .with("memory", "the content", "object")
                .build();
    }

    private static JsonObject page() {
        JsonObject origin =
                new Described("the code that executes").names().figures().build();
        JsonObject statement = new Described("a statement")
                .names()
                .figures()
                .with("histogram", "pairs: distance to the bucket before, executions", "array", integer())
                .may("origins", "where reports have some", "array", origin)
                .may("terms", "the terms of request units", "array", property("a term", "object"))
                .may("series", "by time", "object", ref("series"))
                .build();
        JsonObject spender = new Described("request units by user")
                .names()
                .with("scope", "statement, or others", "string")
                .with("plan", "digest", "string")
                .series()
                .may("origins", "where reports have some", "array", origin)
                .build();
        return new Described("the page's model, /api/v1/report")
                .with("version", "of the model", "integer")
                .with("kind", "file or live", "string")
                .may("tag", "of this state", "string")
                .with("madeAt", "seconds since 1970 UTC", "integer")
                .with("start", "of the first bucket of time", "integer")
                .with("bucketSeconds", "of a bucket of time", "integer")
                .with("buckets", "how many", "integer")
                .with("windowSeconds", "of reports", "integer")
                .with("notes", "omitted figures, in words", "array")
                .with("figures", "title, sentence and unit by key", "map", property("a figure", "object"))
                .with("errorClasses", "names by class of SQLState", "map", property("a name", "string"))
                .with("runs", "of instances", "array", property("a run", "object"))
                .with("marks", "the event", "array", property("a mark", "object"))
                .with("global", "all statements", "object", ref("series"))
                .with("rest", "statements without a series", "object", ref("series"))
                .with("slices", "load by user, origin, schema and instance", "map", property("series", "array"))
                .with("statements", "each", "array", statement)
                .with("spenders", "the most expensive users", "array", spender)
                .with("plans", "texts by digest", "map", property("a text", "string"))
                .build();
    }

    private static JsonObject trace() {
        return new Described("an execution in a sampled span")
                .with("traceId", "32 hexadecimal digits", "string")
                .with("spanId", "16 of them", "string")
                .with("elapsedNanos", "latency", "integer")
                .with("errorType", "error code, SQLState or class of the failure; null: none", "string", "null")
                .with("seen", "when it ended, milliseconds since 1970 UTC", "integer")
                .build();
    }

    private static JsonObject schema() {
        JsonObject definitions = new JsonObject();
        definitions.add("listing", listing());
        definitions.add("row", row());
        definitions.add("diff", diff());
        definitions.add(
                "side",
                nullable(new Described("a statement on one side").figures().build()));
        definitions.add("histogram", histogram());
        definitions.add("bucket", bucket());
        definitions.add("actuator", actuator());
        definitions.add("page", page());
        definitions.add(
                "advice",
                new Described("tollbooth advise and /actuator/tollbooth/advice")
                        .with("advice", "the greatest saving first", "array", ref("finding"))
                        .build());
        definitions.add("finding", finding());
        definitions.add("health", health());
        addFleet(definitions);
        definitions.add("origins", origins());
        definitions.add("series", new Described("figures by time").series().build());
        definitions.add(
                "statement",
                new Described("/api/v1/statement")
                        .with("since", "when", "string")
                        .figures()
                        .with("terms", "the terms of request units", "array", property("a term", "object"))
                        .with("traces", "executions of the last two minutes, the longest first", "array", trace())
                        .may("sample", "SQL with its literals", "object")
                        .build());
        definitions.add(
                "running",
                new Described("/api/v1/now")
                        .with("atNanos", "a clock", "integer")
                        .with("executions", "since the start", "integer")
                        .with("rows", "different statements", "integer")
                        .with("lost", "executions without a row", "integer")
                        .with("runningCount", "at this moment", "integer")
                        .with("allow", "the permissions of the page", "array")
                        .with(
                                "running",
                                "the longest first",
                                "array",
                                new Described("a statement that runs")
                                        .with("id", "the id for cancel", "string")
                                        .names()
                                        .with("elapsedNanos", "so far", "integer")
                                        .figures()
                                        .build())
                        .build());
        JsonObject schema = new JsonObject();
        schema.addProperty("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.addProperty("title", "JSON with figures: command line, actuator, page");
        JsonArray any = new JsonArray();
        for (String name : List.of(
                "listing",
                "diff",
                "histogram",
                "actuator",
                "advice",
                "page",
                "statement",
                "running",
                "health",
                "services",
                "instances",
                "changes",
                "origins")) {
            any.add(ref(name));
        }
        schema.add("anyOf", any);
        schema.add("$defs", definitions);
        return schema;
    }

    private static JsonObject nullable(JsonObject object) {
        JsonArray types = new JsonArray();
        types.add("object");
        types.add("null");
        object.add("type", types);
        return object;
    }

    /** Compares the published file with the catalogue of figures, or writes the file. */
    static void assertPublished() throws IOException {
        Path file = Path.of(System.getProperty("basedir", "")).resolveSibling("docs/guide/figures.schema.json");
        String schema = PRETTY.toJson(schema()) + "\n";
        if (Boolean.getBoolean("golden.record")) {
            Files.writeString(file, schema);
        }
        assertThat(Files.readString(file)).isEqualTo(schema);
    }

    /** Asserts that one line of output is a listing of the schema. */
    public static void assertListing(String line) {
        assertIs("listing", line);
    }

    /** Asserts that an object is a listing of the schema. */
    public static void assertListing(JsonObject listing) {
        check("listing", listing, definition("listing"));
    }

    /** Asserts that JSON fits a definition of the schema. */
    public static void assertIs(String definition, String json) {
        check(definition, JsonParser.parseString(json), definition(definition));
    }

    private static JsonObject definition(String name) {
        return schema().getAsJsonObject("$defs").getAsJsonObject(name);
    }

    private static void check(String place, JsonElement value, JsonObject described) {
        JsonObject schema = described;
        if (schema.has("$ref")) {
            schema = definition(schema.get("$ref").getAsString().replace("#/$defs/", ""));
        }
        String types = schema.get("type").toString();
        assertThat(types).as("%s: %s", place, value).contains('"' + type(value, types) + '"');
        if (value.isJsonArray() && schema.has("items")) {
            for (JsonElement each : value.getAsJsonArray()) {
                check(place + "[]", each, schema.getAsJsonObject("items"));
            }
        } else if (value.isJsonObject() && schema.has("additionalProperties")) {
            checkObject(place, value.getAsJsonObject(), schema);
        }
    }

    private static void checkObject(String place, JsonObject value, JsonObject schema) {
        if (schema.has("required")) {
            schema.getAsJsonArray("required")
                    .forEach(name -> assertThat(value.has(name.getAsString()))
                            .as("%s: %s", place, name)
                            .isTrue());
        }
        JsonObject known = schema.has("properties") ? schema.getAsJsonObject("properties") : new JsonObject();
        for (Map.Entry<String, JsonElement> each : value.entrySet()) {
            JsonObject property = known.getAsJsonObject(each.getKey());
            if (property == null && schema.get("additionalProperties").isJsonObject()) {
                property = schema.getAsJsonObject("additionalProperties");
            }
            assertThat(property).as("%s: no such key: %s", place, each.getKey()).isNotNull();
            check(place + "." + each.getKey(), each.getValue(), property);
        }
    }

    private static String type(JsonElement value, String allowed) {
        if (value.isJsonNull()) {
            return "null";
        } else if (value.isJsonArray() || value.isJsonObject()) {
            return value.isJsonArray() ? "array" : "object";
        }
        JsonPrimitive primitive = value.getAsJsonPrimitive();
        if (primitive.isNumber()) {
            boolean whole = primitive.getAsString().matches("-?\\d+");
            return whole && !allowed.contains("number") ? "integer" : "number";
        }
        return primitive.isBoolean() ? "boolean" : "string";
    }
}
