package dev.tollbooth.console.model;

import dev.tollbooth.internal.figure.Figures;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * The data of the page for a span of time.
 *
 * @param grid the buckets of its series
 * @param windowSeconds the longest time that the records of one report cover, in seconds
 * @param runs the runs of instances
 * @param marks the events, in order of time
 * @param global all statements together, by bucket of time
 * @param statements the statements; statements with points come first
 * @param rest the figures of statements without points, by bucket of time, without latencies
 * @param spenders the request units by user, statement and plan
 * @param slices the series of executions and time of each origin and each instance; the outer keys are {@code origin}
 *     and {@code instance}, the inner keys are names
 * @param plans the plans' texts by digest in hex
 * @param notes the sentences about figures that the page omits or rolls up
 */
public record PageModel(
        TimeGrid grid,
        int windowSeconds,
        List<RunFigures> runs,
        List<TimeMark> marks,
        SortedMap<Integer, Figures> global,
        List<PageStatement> statements,
        SortedMap<Integer, Figures> rest,
        List<SpenderFigures> spenders,
        Map<String, Map<String, SortedMap<Integer, Figures>>> slices,
        Map<String, String> plans,
        List<String> notes) {

    /** Copies the collections. */
    public PageModel {
        runs = List.copyOf(runs);
        marks = List.copyOf(marks);
        statements = List.copyOf(statements);
        spenders = List.copyOf(spenders);
        slices = Map.copyOf(slices);
        plans = Map.copyOf(plans);
        notes = List.copyOf(notes);
    }

    /** Returns this model with further marks. */
    public PageModel with(List<TimeMark> more) {
        List<TimeMark> all = Stream.concat(marks.stream(), more.stream())
                .sorted(Comparator.comparingLong(TimeMark::second))
                .toList();
        return new PageModel(grid, windowSeconds, runs, all, global, statements, rest, spenders, slices, plans, notes);
    }
}
