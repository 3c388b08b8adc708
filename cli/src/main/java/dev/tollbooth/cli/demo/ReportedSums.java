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
 * The sums of this run's report files over all windows.
 *
 * <p>Thread-safe: the reports come on another thread.
 */
final class ReportedSums {

    /** The id of this run. The directory may have files of other runs. */
    private volatile String bootId = "";

    private long reports;
    private Figures statements = Figures.NONE;
    private Figures spending = Figures.NONE;

    private ReportedSums() {}

    /** Begins to listen to the reports of {@code tollbooth}, until it is closed. */
    static ReportedSums of(Tollbooth tollbooth) {
        ReportedSums sums = new ReportedSums();
        tollbooth.subscribe(report -> sums.bootId = report.bootId(), ItemInterval.SECONDS_15);
        return sums;
    }

    /** Reads this run's reports from the files. */
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

    /** Returns the sums of the TopRU records, others included. */
    Figures spending() {
        return spending;
    }
}
