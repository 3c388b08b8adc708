package dev.tollbooth.internal.digest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tollbooth.statement.SqlDialect;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** The statements of {@code secret-shapes.txt}, each with the secret in all spellings that its place allows. */
final class SecretShapes {

    /** The text in each secret, and in no other word; no output may contain it in any case. */
    static final String MARK = "zq7";

    private static final List<String> BARE =
            List.of("zq7secret123", "Zq7$ecret#zq7", "zq7!secret@zq7-zq7.zq7", "zq7 and zq7 default zq7", "123zq7");
    private static final List<String> DOUBLE_QUOTED =
            List.of("\"Zq7secret\"", "\"zq7 it's \"\"zq7\"\" -- zq7\"", "\"zq7;zq7(zq7/*zq7\"");
    private static final List<String> STRINGS =
            List.of("'zq7secret'", "'zq7''zq7'", "'say \"zq7\" -- zq7'", "'zq7;zq7 /*zq7'");

    private SecretShapes() {}

    /**
     * A statement.
     *
     * @param dialect its dialect
     * @param product the database; empty for all of that dialect
     * @param sql the text with the secret
     */
    record Shape(SqlDialect dialect, String product, String sql) {}

    static List<Shape> all() {
        List<Shape> shapes = new ArrayList<>();
        SqlDialect dialect = SqlDialect.GENERIC;
        String product = "";
        for (String line : lines()) {
            if (line.startsWith("[")) {
                int equals = line.indexOf('=');
                dialect = SqlDialect.parse(line.substring(1, equals));
                product = line.substring(equals + 1, line.length() - 1).strip();
            } else if (!line.isBlank() && !line.startsWith("# ")) {
                addAll(shapes, dialect, product, line.replace("\\n", "\n"));
            }
        }
        return shapes;
    }

    private static List<String> lines() {
        try (InputStream in = Objects.requireNonNull(SecretShapes.class.getResourceAsStream("secret-shapes.txt"))) {
            return new String(in.readAllBytes(), UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void addAll(List<Shape> shapes, SqlDialect dialect, String product, String template) {
        List<String> passwords = new ArrayList<>(BARE);
        passwords.addAll(DOUBLE_QUOTED);
        passwords.addAll(STRINGS);
        int count = template.contains("<pw>")
                ? passwords.size()
                : template.contains("<dq>") ? DOUBLE_QUOTED.size() : template.contains("<str>") ? STRINGS.size() : 1;
        for (int i = 0; i < count; i++) {
            String sql = filled(
                    filled(filled(template, "<pw>", passwords, i), "<dq>", DOUBLE_QUOTED, i), "<str>", STRINGS, i);
            shapes.add(new Shape(dialect, product, sql));
        }
    }

    /** Fills all places of a kind, each further one with the next spelling. */
    private static String filled(String template, String place, List<String> spellings, int first) {
        StringBuilder sql = new StringBuilder();
        int spelling = first;
        int from = 0;
        for (int at = template.indexOf(place); at >= 0; at = template.indexOf(place, from)) {
            sql.append(template, from, at).append(spellings.get(spelling++ % spellings.size()));
            from = at + place.length();
        }
        return sql.append(template, from, template.length()).toString();
    }

    static boolean isShown(String output) {
        return output.toLowerCase(Locale.ROOT).contains(MARK);
    }
}
