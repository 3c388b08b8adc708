package dev.tollbooth.internal.digest;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A reader of JSON files of cases, whose objects and arrays contain only strings. */
public final class JsonStrings {

    private final String json;
    private int pos;
    private final List<Map<String, String>> objects = new ArrayList<>();
    private final Map<String, List<String>> arrays = new LinkedHashMap<>();

    private JsonStrings(String json) {
        this.json = json;
    }

    static JsonStrings resource(String name) {
        try (InputStream in = JsonStrings.class.getResourceAsStream(name)) {
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static JsonStrings parse(String json) {
        JsonStrings strings = new JsonStrings(json);
        strings.value("");
        return strings;
    }

    List<Map<String, String>> objects() {
        return objects;
    }

    public List<String> array(String name) {
        return arrays.get(name);
    }

    private void value(String name) {
        switch (peek()) {
            case '{' -> object();
            case '[' -> array0(name);
            default -> string();
        }
    }

    private void object() {
        Map<String, String> object = new LinkedHashMap<>();
        expect('{');
        while (peek() != '}') {
            String key = string();
            expect(':');
            if (peek() == '"') {
                object.put(key, string());
            } else {
                value(key);
            }
            skip(',');
        }
        expect('}');
        objects.add(object);
    }

    private void array0(String name) {
        List<String> array = new ArrayList<>();
        expect('[');
        while (peek() != ']') {
            if (peek() == '"') {
                array.add(string());
            } else {
                value(name);
            }
            skip(',');
        }
        expect(']');
        arrays.put(name, array);
    }

    private String string() {
        expect('"');
        StringBuilder text = new StringBuilder();
        while (json.charAt(pos) != '"') {
            char c = json.charAt(pos++);
            if (c == '\\') {
                c = json.charAt(pos++);
                switch (c) {
                    case 'n' -> text.append('\n');
                    case 't' -> text.append('\t');
                    case 'r' -> text.append('\r');
                    case 'u' -> {
                        text.append((char) Integer.parseInt(json, pos, pos + 4, 16));
                        pos += 4;
                    }
                    default -> text.append(c);
                }
            } else {
                text.append(c);
            }
        }
        pos++;
        return text.toString();
    }

    private char peek() {
        while (Character.isWhitespace(json.charAt(pos))) {
            pos++;
        }
        return json.charAt(pos);
    }

    private void expect(char wanted) {
        if (peek() != wanted) {
            throw new IllegalArgumentException("not the JSON of a file of cases: position=" + pos);
        }
        pos++;
    }

    private void skip(char c) {
        if (peek() == c) {
            pos++;
        }
    }
}
