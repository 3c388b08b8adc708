package dev.tollbooth.console.model;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * All that the page shows of a span of time.
 *
 * @param grid the buckets of its series
 * @param windowSeconds how fine the reports were
 * @param runs the runs of instances that it is of
 * @param marks what happened, in order
 * @param global all statements together, by time
 * @param statements each statement; those with points first
 * @param rest what statements without points cost together, by time
 * @param spenders who spent
 * @param slices executions and time by origin and by instance, over time
 * @param plans the plans' texts by digest in hex
 * @param notes what the page leaves out, in words
 */
public record PageModel(
        TimeGrid grid,
        int windowSeconds,
        List<RunFigures> runs,
        List<TimeMark> marks,
        List<SeriesPoint> global,
        List<PageStatement> statements,
        List<SeriesPoint> rest,
        List<SpenderFigures> spenders,
        Map<String, Map<String, List<SeriesPoint>>> slices,
        Map<String, String> plans,
        List<String> notes) {

    /** Copies the collections. */
    public PageModel {
        runs = List.copyOf(runs);
        marks = List.copyOf(marks);
        global = List.copyOf(global);
        statements = List.copyOf(statements);
        rest = List.copyOf(rest);
        spenders = List.copyOf(spenders);
        slices = Map.copyOf(slices);
        plans = Map.copyOf(plans);
        notes = List.copyOf(notes);
    }

    /** Returns the same with further marks. */
    public PageModel with(List<TimeMark> more) {
        List<TimeMark> all = Stream.concat(marks.stream(), more.stream())
                .sorted(Comparator.comparingLong(TimeMark::second))
                .toList();
        return new PageModel(grid, windowSeconds, runs, all, global, statements, rest, spenders, slices, plans, notes);
    }
}
