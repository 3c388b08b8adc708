package dev.tollbooth.integration.packaging;

import dev.tollbooth.internal.file.ReportFileOptions;
import dev.tollbooth.internal.file.ReportFileReader;
import dev.tollbooth.internal.file.ReportFileSink;
import dev.tollbooth.internal.report.ReportResource;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** An application with old versions of the libraries inside Tollbooth's jar, which uses them and the driver. */
final class CoexistingApplication {
    private CoexistingApplication() {}

    /** Prints the places of the old versions' classes after the driver has run. */
    public static void main(String[] arguments) throws Exception {
        SmallApplication.run();
        print("reports", writtenAndRead());
        printPlace("caffeine", "com.github.benmanes.caffeine.cache.Caffeine");
        printPlace("protobuf", "com.google.protobuf.Message");
    }

    /** Returns the number of reports that were written to a file and read back. */
    private static String writtenAndRead() throws IOException {
        Path directory = Files.createTempDirectory("reports");
        try (ReportFileSink sink = new ReportFileSink(
                ReportFileOptions.of(directory, ReportResource.ofInstance("default"), 1L << 30), new DropCounters())) {
            Window window = new Window(0, 60, 60, List.of(), List.of());
            sink.accept(
                    new Report("default", "b", 1, window, List.of(), List.of(), List.of(), null, Map.of(), List.of()));
        }
        long reports = 0;
        for (Path file : ReportFileReader.expand(List.of(directory))) {
            reports += ReportFileReader.read(file, report -> {}).reports();
            Files.delete(file);
        }
        Files.delete(directory.resolve(".tollbooth-lock"));
        Files.delete(directory);
        return Long.toString(reports);
    }

    private static void print(String what, String value) {
        System.out.println(what + "=" + value);
    }

    private static void printPlace(String what, String className) throws ClassNotFoundException {
        String place = Class.forName(className)
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        print(what, place.substring(place.lastIndexOf('/') + 1));
    }
}
