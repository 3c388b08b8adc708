package dev.tollbooth.fleet;

import dev.tollbooth.cli.report.TimeRange;
import dev.tollbooth.fleet.parquet.ParquetDirectory;
import dev.tollbooth.fleet.query.FleetFilter;
import dev.tollbooth.fleet.query.FleetViews;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneId;
import picocli.CommandLine.Option;

/** Which tables are asked, and about whom: the options that all questions share. */
final class FleetSource {

    @Option(names = "--from", paramLabel = "DIR", required = true, description = "What tollbooth export wrote.")
    private Path directory = Path.of("");

    @Option(names = "--service", paramLabel = "S", description = "Only this service.")
    private String service = "";

    @Option(names = "--of-version", paramLabel = "V", description = "Only this version of services.")
    private String version = "";

    @Option(names = "--environment", paramLabel = "E", description = "Only this environment.")
    private String environment = "";

    @Option(names = "--instance", paramLabel = "I", description = "Only this process.")
    private String instance = "";

    @Option(
            names = "--since",
            paramLabel = "T",
            description = "2026-11-21T11:30:00Z, 2026-11-21T11:30 or 11:30 of here, seconds since 1970, -15m.")
    private String since = "";

    @Option(names = "--until", paramLabel = "T", description = "The first time that is not in it; written likewise.")
    private String until = "";

    FleetViews open() throws IOException, SQLException {
        return FleetViews.open(new ParquetDirectory(directory));
    }

    FleetFilter filter() {
        TimeRange times = TimeRange.parse(since, until, Instant.now(), ZoneId.systemDefault());
        return new FleetFilter(service, version, environment, instance, times);
    }
}
