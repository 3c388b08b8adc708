package dev.tollbooth.cli.demo;

import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.file.RecordedFigures;
import dev.tollbooth.internal.file.ReportFileReader;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.proto.tipb.TopRURecord;
import dev.tollbooth.proto.tipb.TopRURecordItem;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.StatementRecord;
import dev.tollbooth.report.ItemInterval;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The figures of this run's report files, added up over all windows.
 *
 * <p>Not thread-safe, except that the boot id arrives on another thread.
 */
final class ReportedSums {

    /** The id of this run, because the directory may contain files of other runs. */
    private volatile String bootId = "";

    private long reports;
    private Figures statements = Figures.NONE;
    private Figures spending = Figures.NONE;

    private ReportedSums() {}

    /** Returns empty sums, which take the boot id from the reports of {@code tollbooth}. */
    static ReportedSums of(Tollbooth tollbooth) {
        ReportedSums sums = new ReportedSums();
        tollbooth.subscribe(report -> sums.bootId = report.bootId(), ItemInterval.SECONDS_15);
        return sums;
    }

    /** Adds up this run's reports in the files of {@code directory}; returns these sums. */
    ReportedSums inFiles(Path directory) throws IOException {
        for (Path file : ReportFileReader.expand(List.of(directory))) {
            ReportFileReader.read(file, this::add);
        }
        return this;
    }

    private void add(Report report) {
        if (!report.getBootId().equals(bootId)) {
            return;
        }
        reports++;
        for (StatementRecord record : report.getStatementRecordsList()) {
            statements = statements.plus(RecordedFigures.of(record));
        }
        for (TopRURecord record : report.getTopRuRecordsList()) {
            for (TopRURecordItem item : record.getItemsList()) {
                spending = spending.plus(RecordedFigures.of(item, record.getRuSource()));
            }
        }
    }

    long reports() {
        return reports;
    }

    /** Returns the sums of the statement records. */
    Figures statements() {
        return statements;
    }

    /** Returns the sums of the TopRU records, including those for all other users and statements. */
    Figures spending() {
        return spending;
    }
}
