package dev.tollbooth.benchmarks.report;

import com.google.gson.Gson;
import dev.tollbooth.benchmarks.peer.PeerVersions;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes {@code RESULTS.md} from JMH's JSON results. */
public final class ResultsPage {

    private ResultsPage() {}

    /**
     * Runs from the command line.
     *
     * @param args the page to write, the command that the page names, and one JSON file of JMH or Markdown file of another measure or more
     */
    public static void main(String[] args) throws IOException {
        if (args.length < 3) {
            throw new IllegalArgumentException(
                    "too few arguments: count=" + args.length + ", give PAGE COMMAND JSON...");
        }
        Map<String, Map<String, ResultsTable>> byJdk = new LinkedHashMap<>();
        StringBuilder measures = new StringBuilder();
        for (int i = 2; i < args.length; i++) {
            if (args[i].endsWith(".md")) {
                measures.append(Files.readString(Path.of(args[i])));
                continue;
            }
            try (Reader json = Files.newBufferedReader(Path.of(args[i]))) {
                for (JmhResult result : new Gson().fromJson(json, JmhResult[].class)) {
                    byJdk.computeIfAbsent(result.jdk(), j -> new LinkedHashMap<>())
                            .computeIfAbsent(result.database(), d -> new ResultsTable())
                            .add(result);
                }
            }
        }
        StringBuilder page = new StringBuilder();
        writeHead(page, args[1]);
        byJdk.forEach((jdk, byDatabase) -> writeJdk(page, jdk, byDatabase));
        if (!measures.isEmpty()) {
            page.append("## Start, idle connections, threads\n\n").append(measures);
        }
        Files.writeString(Path.of(args[0]), page.toString().stripTrailing() + "\n");
    }

    private static void writeHead(StringBuilder page, String command) throws IOException {
        page.append("# What a wrapper adds to a statement\n\n");
        page.append("Written by `").append(command).append("` on ").append(LocalDate.now(ZoneOffset.UTC));
        page.append(": ")
                .append(processor())
                .append(", ")
                .append(Runtime.getRuntime().availableProcessors());
        page.append(" processors, ").append(System.getProperty("os.name")).append(' ');
        page.append(System.getProperty("os.arch"));
        page.append(PeerVersions.fill("; Tollbooth ${tollbooth}, H2 ${h2}, JMH ${jmh}.\n\n"));
        page.append("Nanoseconds and bytes are per operation (per row for scan and batch), of the best fork; ");
        page.append("bytes are what the client's threads allocated. Direct is the driver with no wrapper. ");
        page.append("The floor reads the clock twice and adds to one histogram bucket. ");
        page.append("Ratio to floor is added ns over the floor's added ns. NOOP is a driver that does nothing, ");
        page.append("H2 is in memory in the same JVM, whose collections have been used as an application's are ");
        page.append("(`UsedCollections`).\n\n");
    }

    private static void writeJdk(StringBuilder page, String jdk, Map<String, ResultsTable> byDatabase) {
        page.append("## ").append(jdk).append("\n\n");
        byDatabase.forEach((database, table) -> {
            page.append("### ").append(database).append("\n\n");
            table.writeSummary(page);
            table.writeDetails(page);
        });
    }

    private static String processor() throws IOException {
        Path info = Path.of("/proc/cpuinfo");
        if (Files.isReadable(info)) {
            for (String line : Files.readAllLines(info)) {
                if (line.startsWith("model name")) {
                    return line.substring(line.indexOf(':') + 1).strip();
                }
            }
        }
        return "unknown processor";
    }
}
