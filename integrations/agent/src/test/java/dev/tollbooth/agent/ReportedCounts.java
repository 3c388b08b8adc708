package dev.tollbooth.agent;

import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.StatementRecord;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The counts in the report files of a directory, by the statements' summaries. */
final class ReportedCounts {

    private ReportedCounts() {}

    static Map<String, Long> of(Path directory) throws IOException {
        Map<String, Long> counts = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".pb")).toList()) {
                add(file, counts);
            }
        }
        return counts;
    }

    private static void add(Path file, Map<String, Long> counts) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            for (Report report = Report.parseDelimitedFrom(in);
                    report != null;
                    report = Report.parseDelimitedFrom(in)) {
                for (StatementRecord record : report.getStatementRecordsList()) {
                    counts.merge(record.getSummary(), record.getExecCount(), Long::sum);
                }
            }
        }
    }
}
