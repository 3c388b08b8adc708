package dev.tollbooth.console.page;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonpCharacterEscapes;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import java.io.IOException;
import java.io.Writer;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A factory of JSON generators for HTML. They escape {@code <}, {@code >} and {@code &}, so that no text ends the
 * script element around it or begins a comment.
 */
public final class HtmlSafeJson {

    private static final JsonFactory FACTORY = new JsonFactory();

    private HtmlSafeJson() {}

    /** Returns a generator that writes to {@code out}. Closing the generator closes {@code out}. */
    public static JsonGenerator to(Writer out) throws IOException {
        return FACTORY.createGenerator(out).setCharacterEscapes(new Escapes());
    }

    /** Writes a value, which consists of maps, collections, texts, numbers, booleans and null. */
    public static void write(JsonGenerator json, @Nullable Object value) throws IOException {
        if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            for (Map.Entry<?, ?> each : map.entrySet()) {
                json.writeFieldName(String.valueOf(each.getKey()));
                write(json, each.getValue());
            }
            json.writeEndObject();
        } else if (value instanceof Collection<?> list) {
            json.writeStartArray();
            for (Object each : list) {
                write(json, each);
            }
            json.writeEndArray();
        } else {
            json.writeObject(value);
        }
    }

    private static final class Escapes extends CharacterEscapes {

        private final JsonpCharacterEscapes lineSeparators = JsonpCharacterEscapes.instance();

        @Override
        public int[] getEscapeCodesForAscii() {
            int[] codes = standardAsciiEscapesForJSON();
            codes['<'] = ESCAPE_STANDARD;
            codes['>'] = ESCAPE_STANDARD;
            codes['&'] = ESCAPE_STANDARD;
            return codes;
        }

        @Override
        public @Nullable SerializableString getEscapeSequence(int character) {
            return lineSeparators.getEscapeSequence(character);
        }
    }
}
