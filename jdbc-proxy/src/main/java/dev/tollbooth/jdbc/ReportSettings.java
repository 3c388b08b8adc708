package dev.tollbooth.jdbc;

import dev.tollbooth.accounting.report.ItemInterval;
import dev.tollbooth.reporter.file.ReportFileOptions;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When reports leave and where to.
 *
 * <p>Thread-safe: immutable.
 *
 * @param directory where report files go; null: none are written
 * @param interval how often a report leaves
 * @param maxFileBytes size from which on a file is ended
 * @param maxFileAgeNanos age from which on a file is ended
 * @param maxTotalBytes size of all files that are kept
 * @param histogramLogs whether HdrHistogram interval logs are written beside them
 * @param grpcPort loopback port for subscribers; 0: none
 * @param grpcAgent host and port of an agent that reports are sent to; empty: none
 */
public record ReportSettings(
        @Nullable Path directory,
        ItemInterval interval,
        long maxFileBytes,
        long maxFileAgeNanos,
        long maxTotalBytes,
        boolean histogramLogs,
        int grpcPort,
        String grpcAgent) {

    private static final long MAX_WAITING_BYTES = 16 << 20;

    /**
     * Checks that a report file fits into all of them.
     *
     * @throws SettingsException if it does not: names both
     */
    public ReportSettings {
        if (maxTotalBytes < maxFileBytes) {
            throw new SettingsException("report files larger than all of them together: "
                    + Setting.REPORT_MAX_FILE_SIZE.key + "=" + maxFileBytes + ", " + Setting.REPORT_MAX_TOTAL_SIZE.key
                    + "=" + maxTotalBytes + "; raise the total");
        }
    }

    private static @Nullable Path directory(String name) {
        try {
            return name.isEmpty() ? null : Path.of(name);
        } catch (InvalidPathException e) {
            throw new SettingsException("not a directory's name: " + Setting.REPORT_DIR.key + ", at character "
                    + e.getIndex() + "; give a path of this file system");
        }
    }

    /** Whether there is anywhere for reports to go. */
    boolean isAny() {
        return directory != null || usesGrpc();
    }

    /** Whether reports go over gRPC. */
    boolean usesGrpc() {
        return grpcPort > 0 || !grpcAgent.isEmpty();
    }

    /** Returns where files in {@code target} go and how much is kept. */
    ReportFileOptions fileOptions(Path target, String instance) {
        return new ReportFileOptions(
                target, instance, maxFileBytes, maxTotalBytes, Duration.ofNanos(maxFileAgeNanos), MAX_WAITING_BYTES);
    }

    static ReportSettings of(SettingsLoader from) {
        String interval = from.value(Setting.REPORT_INTERVAL, String.class);
        return new ReportSettings(
                directory(from.value(Setting.REPORT_DIR, String.class)),
                ItemInterval.ofSeconds(Integer.parseInt(interval.substring(0, interval.length() - 1))),
                from.value(Setting.REPORT_MAX_FILE_SIZE, Long.class),
                from.value(Setting.REPORT_MAX_FILE_AGE, Long.class),
                from.value(Setting.REPORT_MAX_TOTAL_SIZE, Long.class),
                from.value(Setting.REPORT_HLOG, Boolean.class),
                from.value(Setting.GRPC_PORT, Integer.class),
                from.value(Setting.GRPC_AGENT, String.class));
    }
}
