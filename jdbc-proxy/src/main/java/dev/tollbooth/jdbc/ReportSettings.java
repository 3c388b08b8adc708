package dev.tollbooth.jdbc;

import dev.tollbooth.accounting.report.ItemInterval;
import dev.tollbooth.reporter.file.ReportFileOptions;
import dev.tollbooth.reporter.grpc.GrpcAgentOptions;
import dev.tollbooth.reporter.grpc.GrpcPortOptions;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
 * @param grpcPort where subscribers connect; null: nowhere
 * @param grpcAgent an agent that reports are sent to; null: none
 */
public record ReportSettings(
        @Nullable Path directory,
        ItemInterval interval,
        long maxFileBytes,
        long maxFileAgeNanos,
        long maxTotalBytes,
        boolean histogramLogs,
        @Nullable GrpcPortOptions grpcPort,
        @Nullable GrpcAgentOptions grpcAgent) {

    /** What keeps others out of the gRPC port. */
    static final List<Setting> PORT_GUARDS =
            List.of(Setting.GRPC_TOKEN, Setting.GRPC_TLS_CERTIFICATE, Setting.GRPC_TLS_KEY);
    /** What keeps reports from being read on their way to the agent. */
    static final List<Setting> AGENT_GUARDS = List.of(Setting.GRPC_AGENT_CA, Setting.GRPC_AGENT_TOKEN);

    private static final long MAX_WAITING_BYTES = 16 << 20;

    /**
     * Checks that a report file fits into all of them.
     *
     * @throws SettingsException if it does not: names both
     */
    public ReportSettings {
        requireRoom(maxFileBytes, maxTotalBytes);
    }

    /** Throws where a report file does not fit into all of them. */
    static void requireRoom(long maxFileBytes, long maxTotalBytes) {
        if (maxTotalBytes < maxFileBytes) {
            throw new SettingsException("report files larger than all of them together: "
                    + Setting.REPORT_MAX_FILE_SIZE.key + "=" + maxFileBytes + ", " + Setting.REPORT_MAX_TOTAL_SIZE.key
                    + "=" + maxTotalBytes + "; raise the total");
        }
    }

    /** Returns the size from which on a file is ended; where none is given, the total that is given bounds it, too. */
    static long maxFileBytes(SettingsLoader from) {
        long file = from.value(Setting.REPORT_MAX_FILE_SIZE, Long.class);
        return from.isGiven(Setting.REPORT_MAX_FILE_SIZE) ? file : Math.min(file, maxTotalBytes(from));
    }

    static long maxTotalBytes(SettingsLoader from) {
        return from.value(Setting.REPORT_MAX_TOTAL_SIZE, Long.class);
    }

    /** Throws where {@code guarded} is given and one of its guards was to be given, too, and is not in force. */
    static void requireGuards(SettingsLoader from, Setting guarded, List<Setting> guards) {
        if (from.value(guarded, Object.class).toString().equals(guarded.defaultValue)) {
            return;
        }
        for (Setting guard : guards) {
            if (from.isLost(guard)) {
                throw new SettingsException("not without what guards it: " + guarded.key + ", as " + guard.key
                        + " could not be read; correct that");
            }
        }
    }

    /** Returns where report files go, null for nowhere; throws where that is no path of this file system. */
    static @Nullable Path directory(SettingsLoader from) {
        String name = from.value(Setting.REPORT_DIR, String.class);
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
        return grpcPort != null || grpcAgent != null;
    }

    /** Returns where files in {@code target} go and how much is kept. */
    ReportFileOptions fileOptions(Path target, String instance) {
        return new ReportFileOptions(
                target, instance, maxFileBytes, maxTotalBytes, Duration.ofNanos(maxFileAgeNanos), MAX_WAITING_BYTES);
    }

    static ReportSettings of(SettingsLoader from) {
        String interval = from.value(Setting.REPORT_INTERVAL, String.class);
        return new ReportSettings(
                directory(from),
                ItemInterval.ofSeconds(Integer.parseInt(interval.substring(0, interval.length() - 1))),
                maxFileBytes(from),
                from.value(Setting.REPORT_MAX_FILE_AGE, Long.class),
                maxTotalBytes(from),
                from.value(Setting.REPORT_HLOG, Boolean.class),
                grpcPort(from),
                grpcAgent(from));
    }

    private static @Nullable GrpcPortOptions grpcPort(SettingsLoader from) {
        GrpcPortOptions all = new GrpcPortOptions(
                from.value(Setting.GRPC_PORT, Integer.class),
                from.value(Setting.GRPC_HOST, String.class),
                from.value(Setting.GRPC_TOKEN, String.class),
                from.value(Setting.GRPC_TLS_CERTIFICATE, String.class),
                from.value(Setting.GRPC_TLS_KEY, String.class));
        return all.port() == 0 ? null : all;
    }

    private static @Nullable GrpcAgentOptions grpcAgent(SettingsLoader from) {
        GrpcAgentOptions all = new GrpcAgentOptions(
                from.value(Setting.GRPC_AGENT, String.class),
                from.value(Setting.GRPC_AGENT_CA, String.class),
                from.value(Setting.GRPC_AGENT_TOKEN, String.class));
        return all.address().isEmpty() ? null : all;
    }
}
