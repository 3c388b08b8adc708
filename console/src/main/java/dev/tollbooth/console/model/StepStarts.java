package dev.tollbooth.console.model;

import dev.tollbooth.proto.v1.Report;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.ObjLongConsumer;

/**
 * A reading of each report in a span of time once, with the time that its statement records cover. The time begins with
 * the end of the previous report of the same run, if that is within this report's window.
 *
 * <p>Not thread-safe.
 */
final class StepStarts {

    private record Last(long sequence, long endSecond) {}

    private final Map<String, Last> byRun = new HashMap<>();

    private StepStarts() {}

    /** Passes each report of {@code source} that begins in {@code span}, with the second in which its step begins. */
    static void forEach(ReportSource source, TimeSpan span, ObjLongConsumer<Report> taker) {
        StepStarts starts = new StepStarts();
        Set<String> known = new HashSet<>();
        source.forEach(report -> {
            boolean within = span.contains(report.getWindowStartSec());
            if (within && known.add(report.getBootId() + "/" + report.getSequence())) {
                taker.accept(report, starts.of(report));
            }
        });
    }

    /** Returns the second in which the step of a report begins. The reports come in the order of reading. */
    private long of(Report report) {
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
