package dev.tollbooth.cli.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.tollbooth.internal.control.PrintableText;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A writer of values as lines of JSON, and a parser of JSON strings. */
public final class Json {

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    /** The content of one line. */
    @FunctionalInterface
    interface Body {

        /** Writes one value. */
        void write(JsonGenerator json) throws IOException;
    }

    private Json() {}

    /** Returns one value on one line; control characters are escaped. */
    static String line(Body body) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            body.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a StringWriter throws none
        }
        // only strings need escapes, and JSON's escapes are the same as those of text for people
        return PrintableText.escape(text.toString());
    }

    /** Returns a value on one line; it consists of maps, collections, texts, numbers, booleans and null. */
    public static String line(@Nullable Object value) {
        return line((JsonGenerator json) -> write(value, json));
    }

    private static void write(@Nullable Object value, JsonGenerator json) throws IOException {
        if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            for (Map.Entry<?, ?> each : map.entrySet()) {
                json.writeFieldName(String.valueOf(each.getKey()));
                write(each.getValue(), json);
            }
            json.writeEndObject();
        } else if (value instanceof Collection<?> list) {
            json.writeStartArray();
            for (Object each : list) {
                write(each, json);
            }
            json.writeEndArray();
        } else {
            json.writeObject(value);
        }
    }

    /**
     * Parses one JSON string; white space around it is allowed.
     *
     * @throws IllegalArgumentException if {@code line} is anything else; the message has the position, never the
     *     text
     */
    public static String parseString(String line) {
        try (JsonParser json = FACTORY.createParser(line)) {
            if (json.nextToken() != JsonToken.VALUE_STRING) {
                throw new IllegalArgumentException("no double quote at its start");
            }
            String text = json.getText();
            if (json.nextToken() != null) {
                throw new IllegalArgumentException("more behind the string");
            }
            return text;
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "broken at character " + e.getLocation().getColumnNr(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a String throws none
        }
    }
}
