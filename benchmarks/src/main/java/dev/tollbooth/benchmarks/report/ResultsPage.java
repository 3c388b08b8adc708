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

/** A program that writes {@code RESULTS.md} from JMH's JSON results. */
public final class ResultsPage {

    private ResultsPage() {}

    /**
     * Runs from the command line.
     *
     * @param args the page to write, the command that the page names, and the files with results: JSON of JMH, and
     *     Markdown of other measures. The Markdown files before the JSON are about executions between I/O
     */
    public static void main(String[] args) throws IOException {
        if (args.length < 3) {
            throw new IllegalArgumentException(
                    "too few arguments: count=" + args.length + ", give PAGE COMMAND RESULTS...");
        }
        Map<String, ResultsTable> byJdk = new LinkedHashMap<>();
        StringBuilder betweenIo = new StringBuilder();
        StringBuilder rest = new StringBuilder();
        for (int i = 2; i < args.length; i++) {
            if (args[i].endsWith(".md")) {
                (byJdk.isEmpty() ? betweenIo : rest).append(Files.readString(Path.of(args[i])));
                continue;
            }
            try (Reader json = Files.newBufferedReader(Path.of(args[i]))) {
                for (JmhResult result : new Gson().fromJson(json, JmhResult[].class)) {
                    byJdk.computeIfAbsent(result.jdk(), j -> new ResultsTable()).add(result);
                }
            }
        }
        StringBuilder page = new StringBuilder();
        writeHead(page);
        writeBetweenIo(page, betweenIo);
        writeHotLoop(page, args[1], byJdk);
        page.append("## Start and idle connections\n\n").append(rest);
        Files.writeString(Path.of(args[0]), page.toString().stripTrailing() + "\n");
    }

    private static void writeHead(StringBuilder page) throws IOException {
        page.append("# What a wrapper adds to a statement\n\nWritten on ").append(LocalDate.now(ZoneOffset.UTC));
        page.append(": ").append(processor()).append(", ");
        page.append(Runtime.getRuntime().availableProcessors()).append(" processors, ");
        page.append(System.getProperty("os.name")).append(' ').append(System.getProperty("os.arch"));
        page.append(PeerVersions.fill("; Tollbooth ${tollbooth}, H2 ${h2}, JMH ${jmh}.\n\n"));
    }

    private static void writeBetweenIo(StringBuilder page, StringBuilder measures) {
        page.append("## Between I/O (`benchmarks/run.sh io`, `postgres`, `touches`)\n\n");
        page.append("An execution is a round trip over the loopback interface to another process, so that nothing is ");
        page.append("warm. Wrappers are measured by turns in one JVM, in short slices whose order is drawn anew each ");
        page.append("round; a figure is the median of what a slice took over the direct one of its round, with the ");
        page.append(
                "interval that holds the true median in 95 of 100 runs. \"Direct again\" is the driver once more: where ");
        page.append(
                "its interval does not hold 0, the line is not shown. The floor reads the clock twice, adds twice and ");
        page.append("counts rows. KB are other memory, changed before each execution.\n");
        page.append(measures).append('\n');
    }

    private static void writeHotLoop(StringBuilder page, String command, Map<String, ResultsTable> byJdk) {
        page.append("## In a hot loop (`").append(command).append("`)\n\n");
        page.append(
                "Nanoseconds and bytes of an operation (a row, for scan and batch) on a driver that does nothing, of ");
        page.append("the best fork; bytes are what the client's threads allocated.\n\n");
        byJdk.values().stream().findFirst().ifPresent(table -> table.writeHead(page));
        byJdk.forEach((jdk, table) -> table.writeRows(page, jdk));
        page.append('\n');
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
