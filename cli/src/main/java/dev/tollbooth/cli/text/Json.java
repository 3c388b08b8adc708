package dev.tollbooth.cli.text;

import dev.tollbooth.console.page.HtmlSafeJson;
import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.shaded.jackson.JsonFactory;
import dev.tollbooth.shaded.jackson.JsonGenerator;
import dev.tollbooth.shaded.jackson.JsonParser;
import dev.tollbooth.shaded.jackson.JsonProcessingException;
import dev.tollbooth.shaded.jackson.JsonToken;
import dev.tollbooth.shaded.jackson.StreamReadConstraints;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** A writer of values as lines of JSON, and a parser of JSON strings. */
public final class Json {

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private Json() {}

    /**
     * Returns a value on one line; it consists of maps, collections, texts, numbers, booleans and null. Control
     * characters are escaped.
     */
    public static String line(@Nullable Object value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            HtmlSafeJson.write(json, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a StringWriter throws none
        }
        // only strings need escapes, and JSON's escapes are the same as those of text for people
        return PrintableText.escape(text.toString());
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
