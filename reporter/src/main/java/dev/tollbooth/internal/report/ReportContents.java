package dev.tollbooth.internal.report;

import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;

/** A sum of the contents of a report that is lost. Thread-safe: stateless. */
public final class ReportContents {

    private ReportContents() {}

    /** Returns the loss of a report: one time, its keys, and the sums of its items. */
    public static DropCount of(Report report) {
        double ru = 0;
        long execCount = 0;
        long nanos = 0;
        for (RuRecord record : report.window().ruRecords()) {
            for (RuItem item : record.items()) {
                ru += item.ru();
                execCount += item.execCount();
                nanos += item.execDurationNanos();
            }
        }
        return new DropCount(1, report.window().ruRecords().size(), ru, execCount, nanos);
    }
}
