package dev.tollbooth.console.model;

import dev.tollbooth.proto.v1.Report;
import java.util.HashMap;
import java.util.Map;

/**
 * A calculation of the time that a report's statement records cover. The time begins with the end of the previous
 * report of the same run, if that is within this report's window.
 *
 * <p>Not thread-safe.
 */
final class StepStarts {

    private record Last(long sequence, long endSecond) {}

    private final Map<String, Last> byRun = new HashMap<>();

    /**
     * Returns the second in which the step of a report begins. Call this method once for each report, in the order of
     * reading.
     */
    long of(Report report) {
        Last last = byRun.get(report.getBootId());
        long start = report.getWindowStartSec();
        if (last != null && last.sequence > report.getSequence()) {
            return start; // out of order: the report before it is unknown
        }
        long end = last == null ? report.getWindowEndSec() : Math.max(last.endSecond, report.getWindowEndSec());
        byRun.put(report.getBootId(), new Last(report.getSequence(), end));
        return last == null ? start : Math.max(start, last.endSecond);
    }
}
