package dev.tollbooth.fleet;

import dev.tollbooth.cli.Streams;
import dev.tollbooth.cli.report.ReportFiles;
import dev.tollbooth.fleet.parquet.Export;
import dev.tollbooth.fleet.parquet.Export.ExportSums;
import dev.tollbooth.fleet.parquet.ParquetDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tollbooth export}: converts report files to Parquet. */
@Command(
        name = "export",
        description = "Writes report files as Parquet tables, each report once, however often it is given.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "The last line is read=N reports=N known=N statements=N spending=N origins=N spending_origins=N "
                    + "files=N: reports that were read, that are new, that were there already, the rows written of "
                    + "four tables, and the files. Torn files are named and exported as far as they are whole; the "
                    + "exit code is 1 then.",
            "",
            "  tollbooth export reports/ --parquet fleet/"
        })
final class ExportCommand implements Callable<Integer> {

    private final Streams streams;

    @Parameters(paramLabel = "FILES", arity = "1..*", description = "Report files, or directories of them.")
    private List<Path> files = List.of();

    @Option(
            names = "--parquet",
            paramLabel = "OUT",
            required = true,
            description = "The directory of the tables, which is created if missing.")
    private Path target = Path.of("");

    @Option(
            names = "--batch-rows",
            paramLabel = "N",
            defaultValue = "" + Export.ROWS_OF_A_BATCH,
            description = "Rows that are sorted and written together; more take more memory and make fewer files.")
    private int batchRows = Export.ROWS_OF_A_BATCH;

    ExportCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException, SQLException {
        ReportFiles reports = new ReportFiles(files, streams.err());
        try (Export export = new Export(new ParquetDirectory(target), batchRows)) {
            ExportSums sums = export.run(reports);
            streams.out().println(sums);
        }
        return reports.sound() && reports.read() > 0 ? 0 : 1;
    }
}
