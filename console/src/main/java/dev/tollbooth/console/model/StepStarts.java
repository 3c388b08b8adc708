package dev.tollbooth.console.model;

import dev.tollbooth.proto.v1.Report;
import java.util.HashMap;
import java.util.Map;

/**
 * Says since when a report's statement records count: since the report before of the same run, if that ended within this
 * report's window.
 *
 * <p>Not thread-safe.
 */
final class StepStarts {

    private record Last(long sequence, long endSecond) {}

    private final Map<String, Last> byRun = new HashMap<>();

    /** Returns that second, for each report in the order in which they are read. */
    long of(Report report) {
        Last last = byRun.get(report.getBootId());
        long start = report.getWindowStartSec();
        if (last != null && last.sequence > report.getSequence()) {
            return start; // read late: what came before it is not known
        }
        long end = last == null ? report.getWindowEndSec() : Math.max(last.endSecond, report.getWindowEndSec());
        byRun.put(report.getBootId(), new Last(report.getSequence(), end));
        return last == null ? start : Math.max(start, last.endSecond);
    }
}
