package dev.tollbooth.cli;

import dev.tollbooth.cli.text.Json;
import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.internal.digest.DigestOptions;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.digest.TextNormalizer;
import dev.tollbooth.internal.digest.TidbVersion;
import dev.tollbooth.statement.SqlDialect;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code tollbooth digest}: the normalized text, digest and short text of SQL, to compare them with a server's by hand.
 */
@Command(
        name = "digest",
        description = "Shows the normalized text, digest and summary of SQL.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Without SQL it reads standard input: as one statement, or with --json one JSON string per line.",
            "",
            "  tollbooth digest \"select * from t where id in (1, 2)\"",
            "  tollbooth digest --dialect postgresql < query.sql",
            "",
            "Exit codes: 0 shown, 1 no SQL or a line that is no JSON string, 2 bad usage."
        })
final class DigestCommand implements Callable<Integer> {

    private final Streams streams;

    @Parameters(paramLabel = "SQL", arity = "0..*", description = "SQL, one statement per argument.")
    private List<String> statements = List.of();

    @Option(
            names = "--dialect",
            paramLabel = "NAME",
            defaultValue = "tidb",
            description = "Dialect of the SQL: tidb (default), mysql, mariadb, postgresql, ansi, h2, oracle...")
    private String dialect = "tidb";

    @Option(
            names = "--tidb-version",
            paramLabel = "VERSION",
            description = "Digests as a TiDB server of this version makes them; default: the newest.")
    private String tidbVersion = "";

    @Option(
            names = "--mask-name-digits",
            description = "Digits of names count as one #, as by the setting digest.mask-name-digits.")
    private boolean masksNameDigits;

    @Option(
            names = "--json",
            description = "One object per line: sql, normalized, digest, summary; statements if the SQL has several.")
    private boolean json;

    DigestCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException {
        TidbVersion version = tidbVersion.isEmpty() ? TidbVersion.CURRENT : TidbVersion.parse(tidbVersion);
        // no limit on the text's length, because the digest covers the whole text
        DigestOptions options = new DigestOptions(
                Integer.MAX_VALUE, DigestOptions.DEFAULT.backslashEscapes(), version, masksNameDigits);
        TextNormalizer normalizer = new TextNormalizer(SqlDialect.parse(dialect), options);
        if (!statements.isEmpty()) {
            for (int i = 0; i < statements.size(); i++) {
                show(normalizer, statements.get(i), i > 0);
            }
            return 0;
        }
        if (!json) {
            String sql = new String(streams.in().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (sql.isEmpty()) {
                return streams.fail(true, "no SQL on standard input; give it there or as an argument");
            }
            show(normalizer, sql, false);
            return 0;
        }
        BufferedReader in = new BufferedReader(new InputStreamReader(streams.in(), StandardCharsets.UTF_8));
        return lines(normalizer, in);
    }

    private int lines(TextNormalizer normalizer, BufferedReader in) throws IOException {
        int number = 0;
        int found = 0;
        boolean sound = true;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            String sql;
            try {
                sql = Json.parseString(line);
            } catch (IllegalArgumentException e) {
                streams.out().flush();
                streams.fail(
                        true,
                        "not a JSON string: line=" + number + ", " + e.getMessage()
                                + "; give one JSON string per line");
                sound = false;
                continue;
            }
            show(normalizer, sql, false);
            found++;
        }
        if (found == 0 && sound) {
            return streams.fail(true, "no line on standard input; give one JSON string per line");
        }
        return sound ? 0 : 1;
    }

    private void show(TextNormalizer normalizer, String sql, boolean further) {
        TextDigest whole = normalizer.digest(sql);
        List<TextDigest> parts = normalizer.statements(sql);
        if (json) {
            streams.out().println(toJson(sql, whole, parts));
            return;
        }
        if (further) {
            streams.out().println();
        }
        show(whole, "");
        if (parts.size() > 1) {
            for (int i = 0; i < parts.size(); i++) {
                streams.out().println("statement   " + (i + 1) + " of " + parts.size());
                show(parts.get(i), "  ");
            }
        }
    }

    private void show(TextDigest digest, String indent) {
        PrintStream out = streams.out();
        out.println(indent + "summary     " + PrintableText.escape(digest.summary()));
        out.println(indent + "digest      " + digest.hex());
        out.println(indent + "normalized  " + PrintableText.escape(digest.text()));
    }

    private static String toJson(String sql, TextDigest whole, List<TextDigest> parts) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("sql", sql);
        json.putAll(fields(whole));
        if (parts.size() > 1) {
            json.put("statements", parts.stream().map(DigestCommand::fields).toList());
        }
        return Json.line(json);
    }

    private static Map<String, Object> fields(TextDigest digest) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("normalized", digest.text());
        fields.put("digest", digest.hex());
        fields.put("summary", digest.summary());
        return fields;
    }
}
