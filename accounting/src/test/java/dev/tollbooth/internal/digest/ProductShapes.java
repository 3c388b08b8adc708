package dev.tollbooth.internal.digest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tollbooth.statement.SqlDialect;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;

/**
 * Random statements of each product in {@code product-shapes.txt}, drawn by a seed, with a secret in each place for
 * one.
 */
final class ProductShapes {

    /** The words and numbers that only secrets contain. */
    private static final List<String> MARKS = List.of("zq7", "4711");

    private static final String ALL = "*";
    private static final List<String> NUMBERS =
            List.of("4711", "0.4711", "471147.11", "4711e2", "47110815471108154711");
    private static final List<String> STRINGS =
            List.of("'zq7'", "'zq7''zq7'", "'say \"zq7\" -- zq7'", "'zq7;zq7 /*zq7'", "'4711'", "'a # zq7'");
    private static final List<String> PASSWORDS = List.of(
            "zq7",
            "Zq7$ecret#zq7",
            "zq7!secret@zq7-zq7.zq7",
            "4711zq7",
            "\"zq7\"",
            "\"zq7 it's \"\"zq7\"\" -- zq7\"",
            "'zq7'",
            "'zq7''zq7;zq7'");
    private static final List<String> DATA = List.of(
            "zq7,4711",
            "a@zq7.b,\"zq7\"",
            "1\\tzq7\\n2\\tit's zq7\\n\\\\.\\n",
            "zq7; zq7 -- zq7",
            "{\"a\": \"zq7\", \"b\": [4711]}");

    private ProductShapes() {}

    /**
     * The templates and comments of a product's statements.
     *
     * @param name its name in the file
     * @param dialect its dialect
     * @param templates statements with places to fill
     * @param comments comments to add
     */
    record Product(String name, SqlDialect dialect, List<String> templates, List<String> comments) {}

    /**
     * A statement.
     *
     * @param sql the text with secrets
     * @param names the names in it that must be shown
     */
    record Shape(String sql, Set<String> names) {}

    static List<Product> products() {
        Map<String, Product> products = new LinkedHashMap<>();
        List<String> everywhere = new ArrayList<>();
        List<Product> section = List.of();
        boolean all = false;
        for (String line : lines()) {
            if (line.startsWith("[")) {
                int equals = line.indexOf(" = ");
                String dialect = line.substring(1, equals);
                all = dialect.equals(ALL);
                section = all ? List.of() : section(products, dialect, line.substring(equals + 3, line.length() - 1));
            } else if (!line.isBlank() && !line.startsWith("# ")) {
                if (all) {
                    everywhere.add(line);
                }
                section.forEach(product -> add(product, line));
            }
        }
        products.values().forEach(product -> everywhere.forEach(line -> add(product, line)));
        return List.copyOf(products.values());
    }

    private static List<Product> section(Map<String, Product> products, String dialect, String names) {
        return List.of(names.split(", ", -1)).stream()
                .map(name -> products.computeIfAbsent(
                        name, n -> new Product(n, SqlDialect.parse(dialect), new ArrayList<>(), new ArrayList<>())))
                .toList();
    }

    private static void add(Product product, String line) {
        if (line.startsWith("~ ")) {
            product.comments.add(line.substring(2));
        } else {
            product.templates.add(line);
        }
    }

    private static List<String> lines() {
        try (InputStream in = Objects.requireNonNull(ProductShapes.class.getResourceAsStream("product-shapes.txt"))) {
            return new String(in.readAllBytes(), UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns different random statements, the same number for each template. */
    static List<Shape> draw(Product product, int count, long seed) {
        Random random = new Random(seed + product.name.hashCode());
        Set<String> seen = new LinkedHashSet<>();
        List<Shape> shapes = new ArrayList<>();
        for (int i = 0; shapes.size() < count; i++) {
            Shape shape = filled(product, product.templates.get(i % product.templates.size()), random);
            if (seen.add(shape.sql) || i > 20 * count) {
                shapes.add(shape);
            }
        }
        return shapes;
    }

    private static Shape filled(Product product, String template, Random random) {
        boolean whole = template.startsWith("! ");
        StringBuilder sql = new StringBuilder();
        Set<String> names = new LinkedHashSet<>();
        for (String word : template.substring(whole ? 2 : 0).split(" ", -1)) {
            if (sql.length() > 0) {
                sql.append(whole ? " " : blank(product, random));
            }
            sql.append(word(word, names, random));
        }
        return new Shape(sql.toString().replace("\\n", "\n").replace("\\t", "\t"), names);
    }

    /** Replaces the word between two blanks if it is a place to fill. */
    private static String word(String word, Set<String> names, Random random) {
        String filled = word;
        while (filled.contains("<t>")) {
            String name = "tbl" + (char) ('a' + random.nextInt(26)) + (char) ('a' + random.nextInt(26)) + "9";
            names.add(name);
            filled = filled.replaceFirst("<t>", random.nextBoolean() ? name : name.toUpperCase(Locale.ROOT));
        }
        filled = fill(filled, "<v>", random.nextBoolean() ? NUMBERS : STRINGS, random);
        filled = fill(fill(filled, "<s>", STRINGS, random), "<pw>", PASSWORDS, random);
        return fill(fill(filled, "<bare>", PASSWORDS.subList(0, 4), random), "<data>", DATA, random);
    }

    private static String fill(String word, String hole, List<String> spellings, Random random) {
        String filled = word;
        for (int at = filled.indexOf(hole); at >= 0; at = filled.indexOf(hole)) {
            filled = filled.substring(0, at)
                    + spellings.get(random.nextInt(spellings.size()))
                    + filled.substring(at + hole.length());
        }
        return filled;
    }

    private static String blank(Product product, Random random) {
        return switch (random.nextInt(12)) {
            case 0 -> " " + product.comments.get(random.nextInt(product.comments.size())) + " ";
            case 1 -> "\n";
            case 2 -> " \t";
            default -> " ";
        };
    }

    static boolean showsSecret(String output) {
        String lower = output.toLowerCase(Locale.ROOT);
        return MARKS.stream().anyMatch(lower::contains);
    }
}
