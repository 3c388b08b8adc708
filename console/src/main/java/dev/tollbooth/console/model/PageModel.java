package dev.tollbooth.console.model;

import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.proto.v1.DropCounter;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.RuTerm;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
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

    /**
     * One run of an instance, as its reports describe it.
     *
     * @param instance the instance's name
     * @param bootId the id of this run
     * @param firstSecond the start of its first window, in seconds since 1970 UTC
     * @param endSecond the end of its last window, in seconds since 1970 UTC
     * @param reports the number of reports read
     * @param missing the number of missing reports between the first and the last
     * @param dropped the drops since the run began, by reason
     */
    public record RunFigures(
            String instance,
            String bootId,
            long firstSecond,
            long endSecond,
            long reports,
            long missing,
            Map<String, DropCounter> dropped) {

        /** Copies the map. */
        public RunFigures {
            dropped = Map.copyOf(dropped);
        }
    }

    /**
     * The request units of one user, statement and plan.
     *
     * @param identity the user, statement and plan, or others
     * @param byBucket the figures by bucket of time
     * @param byOrigin the figures by origin in the whole span, where an empty name means no origin; empty if the
     *     reports have no origins
     */
    public record SpenderFigures(
            SpenderIdentity identity, SortedMap<Integer, Figures> byBucket, Map<String, Figures> byOrigin) {

        /** Makes empty sums. */
        SpenderFigures(SpenderIdentity identity) {
            this(identity, new TreeMap<>(), new TreeMap<>());
        }

        /** Returns the sum of all buckets. */
        public Figures total() {
            return byBucket.values().stream().reduce(Figures.NONE, Figures::plus);
        }
    }

    /**
     * An event at one moment: a start of the application, a statement's new plan, or a budget that was exceeded.
     *
     * @param second seconds since 1970 UTC
     * @param kind {@code start}, {@code plan} or {@code budget}
     * @param name the name of the started instance, the digest of the statement in hex, or the user of the budget
     * @param before the digest of the old plan, or the budget as text; empty for a start
     * @param now the digest of the new plan; empty for other events
     */
    public record TimeMark(long second, String kind, String name, String before, String now) {}

    /**
     * One row of the page's statements.
     *
     * @param identity its schema and digest
     * @param summary its short text for people
     * @param text the normalized text; cut after 16,384 characters, or after 120 if {@code points} is empty and there
     *     are very many statements
     * @param figures the figures of the whole span
     * @param origins its figures by origin in the whole span, in order; an empty name means no origin; empty if no
     *     origin is named and nothing is repeated
     * @param terms the terms of its request units in the whole span; empty if no report has them, or they have several
     *     sources
     * @param points the figures by bucket of time; empty for one of many cheap statements
     */
    public record PageStatement(
            StatementIdentity identity,
            String summary,
            String text,
            Figures figures,
            Map<String, Figures> origins,
            List<RuTerm> terms,
            SortedMap<Integer, Figures> points) {

        /** Copies the terms. */
        public PageStatement {
            terms = List.copyOf(terms);
        }

        /** Returns the number of latency buckets with a count in all points. */
        int width() {
            int used = 0;
            for (Figures point : points.values()) {
                HistogramSnapshot latencies = point.histogram();
                for (int i = latencies.firstBucket(); i <= latencies.lastBucket(); i++) {
                    used += latencies.count(i) > 0 ? 1 : 0;
                }
            }
            return used;
        }

        PageStatement withoutLatencies() {
            return new PageStatement(
                    identity, summary, text, figures, origins, terms, SeriesReading.withoutLatencies(points));
        }
    }
}
