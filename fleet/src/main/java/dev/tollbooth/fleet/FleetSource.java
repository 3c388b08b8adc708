package dev.tollbooth.fleet;

import dev.tollbooth.cli.TimeOptions;
import dev.tollbooth.fleet.parquet.ParquetDirectory;
import dev.tollbooth.fleet.query.FleetFilter;
import dev.tollbooth.fleet.query.FleetViews;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The options of the {@code tollbooth fleet} commands that query Parquet tables: the directory, and a filter by
 * service, environment, process and time.
 */
final class FleetSource {

    @Option(names = "--from", paramLabel = "DIR", required = true, description = "What tollbooth export wrote.")
    private Path directory = Path.of("");

    @Option(names = "--service", paramLabel = "S", description = "Only this service.")
    private String service = "";

    @Option(names = "--service-version", paramLabel = "V", description = "Only this version of services.")
    private String version = "";

    @Option(names = "--environment", paramLabel = "E", description = "Only this environment.")
    private String environment = "";

    @Option(names = "--instance", paramLabel = "I", description = "Only this process.")
    private String instance = "";

    @Mixin
    private TimeOptions time = new TimeOptions();

    FleetViews open() throws IOException, SQLException {
        return FleetViews.open(new ParquetDirectory(directory));
    }

    /** Returns a value that changes with the tables. */
    String version() {
        return new ParquetDirectory(directory).version();
    }

    FleetFilter filter() {
        return new FleetFilter(service, version, environment, instance, time.span());
    }
}
