package dev.tollbooth.integration.report;

import dev.tollbooth.internal.file.ReportFileOptions;
import dev.tollbooth.internal.file.ReportFileSink;
import dev.tollbooth.internal.file.ReportFileStatus;
import dev.tollbooth.internal.report.ReportResource;
import dev.tollbooth.internal.topru.DropCounters;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;

/**
 * An application that writes numbered reports as fast as possible. It prints each number when the report is on disk,
 * and finally the sums.
 */
final class WritingApplication {
    private WritingApplication() {}

    /** Takes directory, boot id, how many reports, the most records of one, a file's and the total size. */
    public static void main(String[] arguments) {
        ReportFileOptions options = new ReportFileOptions(
                Path.of(arguments[0]),
                ReportResource.ofInstance("default"),
                Long.parseLong(arguments[4]),
                Long.parseLong(arguments[5]),
                Duration.ofDays(1),
                16 << 20);
        String bootId = arguments[1];
        Random random = new Random(bootId.hashCode());
        ReportFileSink sink = new ReportFileSink(options, new DropCounters());
        for (int i = 1; i <= Integer.parseInt(arguments[2]); i++) {
            sink.accept(NumberedReports.of(bootId, i, 1 + random.nextInt(Integer.parseInt(arguments[3]))));
            if (sink.status().waitingReports() == 0) {
                System.out.println(i);
            }
        }
        sink.close();
        ReportFileStatus status = sink.status();
        System.out.println("reports=" + status.reports() + " files=" + status.files() + " deleted="
                + status.deletedFiles() + " dropped=" + status.dropped().times() + " failures=" + status.failures());
    }
}
