package dev.tollbooth.internal.settings;

import dev.tollbooth.internal.file.ReportFileOptions;
import dev.tollbooth.internal.provider.GrpcAgentOptions;
import dev.tollbooth.internal.provider.GrpcPortOptions;
import dev.tollbooth.internal.report.ReportResource;
import dev.tollbooth.jdbc.SettingsException;
import dev.tollbooth.report.ItemInterval;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of reports and metrics: interval and destinations.
 *
 * <p>Thread-safe: immutable.
 *
 * @param directory the directory of report files; null for none
 * @param interval the interval of reports
 * @param maxTotalBytes the most bytes of all files together
 * @param histogramLogs whether HdrHistogram interval logs are written beside the report files
 * @param grpcPort the port for subscribers; null for none
 * @param grpcAgent an agent that gets reports; null for none
 * @param otlp the URL of a collector of metrics; empty for none
 * @param prometheus the address of this machine that Prometheus scrapes
 * @param service the framework's name of the application; empty for none
 */
public record ReportSettings(
        @Nullable Path directory,
        ItemInterval interval,
        long maxTotalBytes,
        boolean histogramLogs,
        @Nullable GrpcPortOptions grpcPort,
        @Nullable GrpcAgentOptions grpcAgent,
        String otlp,
        ListenAddress prometheus,
        String service) {

    /** The settings that protect the gRPC port. */
    static final List<Setting> PORT_GUARDS = List.of(Setting.GRPC_TOKEN, Setting.GRPC_TLS);
    /** The settings that protect reports on their way to the agent. */
    static final List<Setting> AGENT_GUARDS = List.of(Setting.GRPC_TLS, Setting.GRPC_AGENT_TOKEN);

    /** Throws if {@code guarded} is set and one of its guards was set but is not in force. */
    static void requireGuards(SettingsLoader from, Setting guarded, List<Setting> guards) {
        if (from.value(guarded, Object.class).toString().equals(guarded.defaultValue)) {
            return;
        }
        for (Setting guard : guards) {
            if (from.isLost(guard)) {
                throw new SettingsException("its protection has no effect: " + guarded.key + ", as " + guard.key
                        + " could not be read; correct that");
            }
        }
    }

    /** Returns the directory of report files, null for none; throws if it is no path of this file system. */
    static @Nullable Path directory(SettingsLoader from) {
        String name = from.value(Setting.REPORT_DIR, String.class);
        try {
            return name.isEmpty() ? null : Path.of(name);
        } catch (InvalidPathException e) {
            throw new SettingsException("not a directory's name: " + Setting.REPORT_DIR.key + ", at character "
                    + e.getIndex() + "; give a path of this file system");
        }
    }

    /** Returns whether reports have a destination. */
    public boolean isAny() {
        return directory != null || usesGrpc() || sendsMetrics();
    }

    /** Returns whether reports go over gRPC. */
    public boolean usesGrpc() {
        return grpcPort != null || grpcAgent != null;
    }

    /** Returns whether metrics are sent to a collector. */
    public boolean sendsMetrics() {
        return !otlp.isEmpty();
    }

    /** Returns the options of the files of {@code sender} in {@code target}. */
    public ReportFileOptions fileOptions(Path target, ReportResource sender) {
        return ReportFileOptions.of(target, sender, maxTotalBytes);
    }

    /** Returns these settings for an application that a framework calls {@code name}. */
    ReportSettings withService(String name) {
        return new ReportSettings(
                directory, interval, maxTotalBytes, histogramLogs, grpcPort, grpcAgent, otlp, prometheus, name);
    }

    static ReportSettings of(SettingsLoader from) {
        String interval = from.value(Setting.REPORT_INTERVAL, String.class);
        return new ReportSettings(
                directory(from),
                ItemInterval.ofSeconds(Integer.parseInt(interval.substring(0, interval.length() - 1))),
                from.value(Setting.REPORT_MAX_TOTAL_SIZE, Long.class),
                from.value(Setting.REPORT_HLOG, Boolean.class),
                grpcPort(from),
                grpcAgent(from),
                from.value(Setting.REPORT_OTLP, String.class),
                from.value(Setting.PROMETHEUS_LISTEN, ListenAddress.class),
                "");
    }

    private static @Nullable GrpcPortOptions grpcPort(SettingsLoader from) {
        ListenAddress address = from.value(Setting.GRPC_LISTEN, ListenAddress.class);
        GrpcPortOptions all = new GrpcPortOptions(
                address.port(),
                address.host(),
                from.value(Setting.GRPC_TOKEN, String.class),
                tlsFile(from, "certificate"),
                tlsFile(from, "key"));
        return all.port() == 0 ? null : all;
    }

    private static @Nullable GrpcAgentOptions grpcAgent(SettingsLoader from) {
        GrpcAgentOptions all = new GrpcAgentOptions(
                from.value(Setting.GRPC_AGENT, String.class),
                tlsFile(from, "ca"),
                from.value(Setting.GRPC_AGENT_TOKEN, String.class));
        return all.address().isEmpty() ? null : all;
    }

    private static String tlsFile(SettingsLoader from, String part) {
        Object file = from.value(Setting.GRPC_TLS, Map.class).get(part);
        return file == null ? "" : file.toString();
    }
}
