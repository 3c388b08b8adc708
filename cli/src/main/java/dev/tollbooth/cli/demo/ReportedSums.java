package dev.tollbooth.cli.demo;

import dev.tollbooth.console.model.ReportSource;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.file.RecordedFigures;
import dev.tollbooth.proto.tipb.TopRURecord;
import dev.tollbooth.proto.tipb.TopRURecordItem;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.StatementRecord;

/**
 * The figures of one run's reports, added up over all windows.
 *
 * @param reports the number of reports
 * @param statements the sums of the statement records
 * @param spending the sums of the TopRU records, including those for all other users and statements
 */
record ReportedSums(long reports, Figures statements, Figures spending) {

    /** Adds up the reports of the run {@code bootId}, because a directory may contain files of other runs. */
    static ReportedSums of(ReportSource source, String bootId) {
        ReportedSums[] sums = {new ReportedSums(0, Figures.NONE, Figures.NONE)};
        source.forEach(report -> {
            if (report.getBootId().equals(bootId)) {
                sums[0] = sums[0].plus(report);
            }
        });
        return sums[0];
    }

    private ReportedSums plus(Report report) {
        Figures counted = statements;
        for (StatementRecord record : report.getStatementRecordsList()) {
            counted = counted.plus(RecordedFigures.of(record));
        }
        Figures spent = spending;
        for (TopRURecord record : report.getTopRuRecordsList()) {
            for (TopRURecordItem item : record.getItemsList()) {
                spent = spent.plus(RecordedFigures.of(item, record.getRuSource()));
            }
        }
        return new ReportedSums(reports + 1, counted, spent);
    }
}
