package dev.tollbooth.jdbc;

import dev.tollbooth.accounting.report.ItemInterval;

/**
 * When reports leave and where to.
 *
 * <p>Thread-safe: immutable.
 *
 * @param directory where report files go; empty: none are written
 * @param interval how often a report leaves
 * @param maxFileBytes size from which on a file is ended
 * @param maxFileAgeNanos age from which on a file is ended
 * @param maxTotalBytes size of all files that are kept
 * @param histogramLogs whether HdrHistogram interval logs are written beside them
 * @param grpcPort loopback port for subscribers; 0: none
 * @param grpcAgent host and port of an agent that reports are sent to; empty: none
 */
public record ReportSettings(
        String directory,
        ItemInterval interval,
        long maxFileBytes,
        long maxFileAgeNanos,
        long maxTotalBytes,
        boolean histogramLogs,
        int grpcPort,
        String grpcAgent) {

    static ReportSettings of(SettingsLoader from) {
        String interval = from.value(Setting.REPORT_INTERVAL, String.class);
        return new ReportSettings(
                from.value(Setting.REPORT_DIR, String.class),
                ItemInterval.ofSeconds(Integer.parseInt(interval.substring(0, interval.length() - 1))),
                from.value(Setting.REPORT_MAX_FILE_SIZE, Long.class),
                from.value(Setting.REPORT_MAX_FILE_AGE, Long.class),
                from.value(Setting.REPORT_MAX_TOTAL_SIZE, Long.class),
                from.value(Setting.REPORT_HLOG, Boolean.class),
                from.value(Setting.GRPC_PORT, Integer.class),
                from.value(Setting.GRPC_AGENT, String.class));
    }
}
