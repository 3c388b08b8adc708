package dev.tollbooth.internal.report;

import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;

/** The sums of a report. Thread-safe: stateless. */
public final class ReportContents {

    private ReportContents() {}

    /**
     * Returns the counts for a dropped report: one drop, the number of its records of request units, and the sums of
     * their items.
     */
    public static DropCount of(Report report) {
        return DropCounters.of(1, report.window().ruRecords().size(), spent(report));
    }

    /** Returns the sums of a report's records of request units: request units, executions and time. */
    public static Figures spent(Report report) {
        Figures spent = Figures.NONE;
        for (RuRecord record : report.window().ruRecords()) {
            for (RuItem item : record.items()) {
                spent = spent.plus(Figures.of(item, record.source()));
            }
        }
        return spent;
    }
}
