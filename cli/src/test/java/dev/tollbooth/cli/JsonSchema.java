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
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The schema of the JSON that listings are written in, {@code docs/guide/figures.schema.json}: made of the catalogue of
 * figures, and what outputs are held against.
 */
public final class JsonSchema {

    private static final Gson PRETTY =
            new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

    private JsonSchema() {}

    /** Returns what a row can be named by. */
    private static Map<String, String> names() {
        Map<String, String> names = new LinkedHashMap<>();
        names.put("kind", "what the row is of; rest: what a limit or a filter leaves out");
        names.put("digest", "of the statement, 64 hexadecimal digits; empty where statements had no room");
        names.put("schema", "the statement ran in");
        names.put("database", "the request units are of");
        names.put("summary", "the statement's name for people, or what the row adds up");
        names.put("text", "normalized SQL");
        names.put("user", "who sent it");
        names.put("service", "whose processes");
        names.put("instance", "which process");
        names.put("origin", "who in the code executes; null: nobody is named");
        names.put("source", "who tells the request units");
        names.put("ruSource", "who tells the request units; mixed: several do, and ru has no number");
        return names;
    }

    private static JsonObject property(String description, String... types) {
        JsonObject property = new JsonObject();
        property.addProperty("description", description);
        JsonArray all = new JsonArray();
        for (String type : types) {
            all.add(type);
        }
        property.add("type", all.size() == 1 ? all.get(0) : all);
        return property;
    }

    /** Returns the schema of a row. */
    private static JsonObject row() {
        JsonObject properties = new JsonObject();
        names().forEach((name, what) -> properties.add(name, property(what, "string", "null")));
        properties.add("users", property("who sent the statement", "array"));
        properties.add("schemas", property("the statement ran in", "array"));
        properties.add("plans", property("digests of plans that it ran by", "array"));
        properties.add("errorsByClass", property("errors by class of SQLState", "object", "null"));
        properties.add(
                "allocatedSampled", property("allocatedBytes is scaled from some executions", "boolean", "null"));
        properties.add("ruBySource", property("request units of each source, where there are several", "object"));
        properties.add(
                "sharePercent", property("of the figure that rows are ordered by, or of time", "number", "null"));
        for (Figure figure : Figure.values()) {
            String type = figure.unit() == FigureUnit.RU ? "number" : "integer";
            properties.add(figure.key(), property(figure.sentence(), type, "null"));
        }
        JsonObject row = property(
                "a row; a figure that is not known is null, one that rows of its kind don't have is absent", "object");
        row.add("properties", properties);
        row.add("required", PRETTY.toJsonTree(new String[] {"kind"}));
        row.addProperty("additionalProperties", false);
        return row;
    }

    private static JsonObject listing() {
        JsonObject properties = new JsonObject();
        properties.add("reports", property("read", "integer"));
        properties.add("fromSec", property("begin of the first window, seconds since 1970 UTC", "integer"));
        properties.add("toSec", property("end of the last window", "integer"));
        properties.add("instance", property("tollbooth.name", "string"));
        properties.add("by", property("what rows are ordered by", "string"));
        JsonObject rows = property("the most first", "array");
        JsonObject items = new JsonObject();
        items.addProperty("$ref", "#/$defs/row");
        rows.add("items", items);
        properties.add("rows", rows);
        properties.add("running", property("what runs now, by the MBean's columns", "array"));
        JsonObject listing = new JsonObject();
        listing.addProperty("$schema", "https://json-schema.org/draft/2020-12/schema");
        listing.addProperty("title", "A listing of tollbooth top, fleet top, attach top and attach users");
        listing.addProperty("type", "object");
        listing.add("properties", properties);
        listing.add("required", PRETTY.toJsonTree(new String[] {"rows"}));
        listing.addProperty("additionalProperties", false);
        JsonObject definitions = new JsonObject();
        definitions.add("row", row());
        listing.add("$defs", definitions);
        return listing;
    }

    /** Compares the published file with the catalogue of figures, or writes it. */
    static void assertPublished() throws IOException {
        Path file = Path.of(System.getProperty("basedir", "")).resolveSibling("docs/guide/figures.schema.json");
        String schema = PRETTY.toJson(listing()) + "\n";
        if (Boolean.getBoolean("golden.record")) {
            Files.writeString(file, schema);
        }
        assertThat(Files.readString(file)).isEqualTo(schema);
    }

    /** Holds one line of output, a listing, to the schema. */
    public static void assertListing(String line) {
        check("listing", JsonParser.parseString(line).getAsJsonObject(), listing());
    }

    /** Holds a listing in a larger object to the schema. */
    public static void assertListing(JsonObject listing) {
        check("listing", listing, listing());
    }

    private static void check(String place, JsonObject value, JsonObject schema) {
        JsonObject properties = schema.getAsJsonObject("properties");
        schema.getAsJsonArray("required")
                .forEach(name -> assertThat(value.has(name.getAsString()))
                        .as("%s: %s", place, name)
                        .isTrue());
        for (Map.Entry<String, JsonElement> each : value.entrySet()) {
            JsonObject property = properties.getAsJsonObject(each.getKey());
            assertThat(property).as("%s: no such key: %s", place, each.getKey()).isNotNull();
            assertThat(property.get("type").toString())
                    .as("%s: %s", place, each)
                    .contains('"' + type(each.getValue(), property.get("type").toString()) + '"');
            if (property.has("items")) {
                JsonObject row = listing().getAsJsonObject("$defs").getAsJsonObject("row");
                each.getValue().getAsJsonArray().forEach(item -> check("row", item.getAsJsonObject(), row));
            }
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
