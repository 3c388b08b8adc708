package dev.tollbooth.integration.digest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The statements with planted secrets from the digests' own tests, by product, with other spellings. */
final class PlantedSecrets {

    /**
     * The text in each secret, in lower case, and in no other text. It is so long that no encoded histogram contains it
     * by chance.
     */
    static final String MARK = "zq7zq7zq7";

    private static final Pattern SHORT_MARK = Pattern.compile("(?i)zq7");

    private static final Path SHAPES =
            Path.of("../accounting/src/test/resources/dev/tollbooth/internal/digest/secret-shapes.txt");
    private static final List<String> PASSWORDS =
            List.of("zq7tiger", "Zq7#tiger%zq7 zq7", "\"Zq7 \"\"tiger\"\"\"", "'zq7 tiger'", "\"it's zq7\"");

    private PlantedSecrets() {}

    static Map<String, List<String>> byProduct() throws IOException {
        Map<String, List<String>> statements = new LinkedHashMap<>();
        String product = "";
        for (String line : Files.readAllLines(SHAPES)) {
            if (line.startsWith("[")) {
                product =
                        line.substring(line.indexOf('=') + 1, line.length() - 1).strip();
            } else if (!line.isBlank() && !line.startsWith("# ") && !product.isEmpty()) {
                statements.computeIfAbsent(product, p -> new ArrayList<>()).addAll(filled(line.replace("\\n", "\n")));
            }
        }
        return statements;
    }

    private static List<String> filled(String template) {
        String sql = template.replace("<dq>", "\"zq7 tiger\"").replace("<str>", "'zq7''tiger'");
        return PASSWORDS.stream()
                .limit(sql.contains("<pw>") ? PASSWORDS.size() : 1)
                .map(password ->
                        SHORT_MARK.matcher(sql.replace("<pw>", password)).replaceAll("$0$0$0"))
                .toList();
    }
}
