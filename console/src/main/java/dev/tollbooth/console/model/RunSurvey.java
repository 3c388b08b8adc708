package dev.tollbooth.console.model;

import dev.tollbooth.proto.v1.DropCounter;
import dev.tollbooth.proto.v1.Report;
import java.util.Map;
import java.util.TreeMap;

/**
 * The facts about one run in its reports.
 *
 * <p>Not thread-safe.
 */
final class RunSurvey {

    private final String instance;
    private final String bootId;
    private final Map<String, DroppedSums> dropped = new TreeMap<>();
    private long firstSecond = Long.MAX_VALUE;
    private long endSecond = Long.MIN_VALUE;
    private long firstSequence = Long.MAX_VALUE;
    private long lastSequence = Long.MIN_VALUE;
    private long reports;

    RunSurvey(String instance, String bootId) {
        this.instance = instance;
        this.bootId = bootId;
    }

    void add(Report report) {
        reports++;
        firstSecond = Math.min(firstSecond, report.getWindowStartSec());
        endSecond = Math.max(endSecond, report.getWindowEndSec());
        firstSequence = Math.min(firstSequence, report.getSequence());
        if (report.getSequence() > lastSequence) {
            lastSequence = report.getSequence();
            // counts since the start of the run: the latest ones
            for (DropCounter counter : report.getDropCountersList()) {
                dropped.put(counter.getReason(), DroppedSums.of(counter));
            }
        }
    }

    RunFigures figures() {
        long expected = lastSequence - firstSequence + 1;
        return new RunFigures(
                instance, bootId, firstSecond, endSecond, reports, Math.max(0, expected - reports), dropped);
    }
}
