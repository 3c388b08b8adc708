package dev.tollbooth.fleet;

import dev.tollbooth.fleet.parquet.Compaction;
import dev.tollbooth.fleet.parquet.ParquetDirectory;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tollbooth fleet compact}: merges the small files of an export. */
@Command(
        name = "compact",
        description = "Makes few files of the many small ones that exports leave in each hour; no row changes.",
        mixinStandardHelpOptions = true,
        footer = {"", "Readers may briefly see rows twice: run it where the exports run."})
final class CompactCommand implements Callable<Integer> {

    private final PrintStream out;

    @Parameters(paramLabel = "DIR", description = "What tollbooth export wrote.")
    private Path directory = Path.of("");

    CompactCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws IOException, SQLException {
        try (Compaction compaction = new Compaction(new ParquetDirectory(directory))) {
            out.println(compaction.run());
        }
        return 0;
    }
}
