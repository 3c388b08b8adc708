package dev.tollbooth.internal.advice;

import dev.tollbooth.internal.compare.MeasuredStatement;
import dev.tollbooth.internal.compare.Slowdown;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.statement.Quantile;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Rules for waits, connects, slow outliers, and the network. Each rule returns its advice, or null if there is no
 * reason for it.
 */
final class TimeRules {

    private static final int FEW_WAITS = 20;
    private static final long LONG_WAIT_NANOS = 20_000_000;
    /** The least share of executions followed by a wait, and the least share of all time spent in waits. */
    private static final double OFTEN = 0.1;

    private static final int FEW_CONNECTS = 20;
    private static final int EXECUTIONS_OF_A_CONNECT = 10;

    private static final int MANY_EXECUTIONS = 1_000;
    private static final int TAIL = 100;
    /**
     * The factor by which the P99 of another statement must be lower. Without such a statement, a garbage collection or
     * the network may have slowed all statements.
     */
    private static final int SHORTER = 10;

    private static final long SHORT_TAIL_NANOS = 10_000_000;

    private static final int TAIL_BEGINS = 10;

    private static final long NEAR_NANOS = 500_000;
    private static final double ALIKE = 1.5;
    private static final double THIRD = 1.0 / 3;
    /** The fewest statements that must take about one round trip, because a single one may just be slow. */
    private static final int SEVERAL_STATEMENTS = 3;

    private TimeRules() {}

    /**
     * Advises to release connections sooner, which saves the time that a connection and locks are held while the
     * application does something else.
     */
    static @Nullable Draft waits(AdvisedStatement statement, AdvisedWorkload all) {
        long waits = statement.get(Figure.WAITS);
        long waited = statement.get(Figure.WAITED);
        double share = AdvisedWorkload.share((double) waited, all.nanos + all.waitedNanos);
        if (waits < FEW_WAITS
                || waited < waits * LONG_WAIT_NANOS
                || waits < statement.figures().count() * OFTEN
                || share < OFTEN) {
            return null;
        }
        return new Draft(
                        statement,
                        "the application waits %s on average between this statement and %s",
                        Draft.time((double) waited / waits),
                        Objects.requireNonNullElse(statement.clues().afterWait(), "the transaction's end"))
                .evidence(Figure.WAITS, Figure.WAITED)
                .saves((double) waited, 0)
                .share(share)
                .remedy("Do what does not need the database before or after the transaction: it holds a connection and"
                        + " locks meanwhile.");
    }

    /** Advises a connection pool, which saves all connects beyond one per 100 executions. */
    static @Nullable Draft noPool(AdvisedWorkload all) {
        long connects = all.connects.count();
        if (connects < FEW_CONNECTS || connects * EXECUTIONS_OF_A_CONNECT < all.executions) {
            return null;
        }
        long saved = connects - all.executions / EXECUTIONS_OF_A_CONNECT / EXECUTIONS_OF_A_CONNECT;
        return new Draft(null, "%,d connects for %,d executions", connects, all.executions)
                .evidence(all.connects, Figure.COUNT, Figure.TIME)
                .saves((double) all.connects.nanos() * saved / connects, saved)
                .certainty(Draft.SURE)
                .remedy("Use a connection pool (HikariCP), and let it keep connections: maxLifetime, minimumIdle.");
    }

    /**
     * Advises to find the change that made a statement slower, which saves the additional time of the executions since
     * then.
     */
    static @Nullable Draft slowerSince(AdvisedStatement statement, AdvisedWorkload all) {
        Slowdown slowdown = statement.clues().slowdown();
        if (slowdown == null) {
            return null;
        }
        String plans = slowdown.newPlans().isEmpty()
                ? ""
                : ", plan " + first(slowdown.before().plans()) + " before and " + first(slowdown.newPlans()) + " since";
        return new Draft(
                        statement,
                        "P99 is %s since %s and was %s, the mean %s more%s",
                        p99(slowdown.after()),
                        Instant.ofEpochMilli(slowdown.sinceEpochMillis()).truncatedTo(ChronoUnit.SECONDS),
                        p99(slowdown.before()),
                        Draft.time(Math.max(0, slowdown.moreNanos())),
                        plans)
                .evidence(Figure.P99)
                .saves(slowdown.moreNanos() * slowdown.after().executions(), 0)
                .certainty(slowdown.isSlower() && !plans.isEmpty() ? Draft.LIKELY : Draft.POSSIBLE)
                .remedy(
                        plans.isEmpty()
                                ? "Look for what changed then: a release, the amount of data, an index, locks, the load."
                                : "Compare both plans: fresh statistics (ANALYZE), an index, or a parameter that leads to another"
                                        + " plan.");
    }

    private static String p99(MeasuredStatement side) {
        return Draft.time(side.histogram().quantileNanos(Quantile.P99));
    }

    private static String first(Set<String> plans) {
        String plan = new TreeSet<>(plans).first();
        return plan.substring(0, Math.min(8, plan.length()));
    }

    /** Advises to look at slow outliers, which saves the time above ten times the median. */
    static @Nullable Draft longTail(AdvisedStatement statement, AdvisedWorkload all) {
        if (tail(statement) < TAIL || statement.get(Figure.P99) < SHORT_TAIL_NANOS) {
            return null;
        }
        long tail = statement.get(Figure.P99);
        boolean othersHaveNone =
                all.statements.stream().anyMatch(each -> tail(each) > 0 && each.get(Figure.P99) * SHORTER <= tail);
        if (!othersHaveNone) {
            return null;
        }
        return new Draft(
                        statement,
                        "P99 is %s, P50 %s; other statements have no such tail",
                        Draft.time(statement.get(Figure.P99)),
                        Draft.time(statement.get(Figure.P50)))
                .evidence(Figure.P50, Figure.P99, Figure.MAX)
                .saves(statement.nanosAbove(TAIL_BEGINS * (double) statement.get(Figure.P50)), 0)
                .remedy(
                        "Look at a slow execution (samples=on keeps one): it waits for a lock, or its parameters lead to"
                                + " another plan.");
    }

    /** Returns P99 divided by P50; 0 if there are too few executions, or P50 is 0. */
    private static double tail(AdvisedStatement statement) {
        long median = statement.get(Figure.P50);
        return statement.figures().histogram().total() < MANY_EXECUTIONS || median == 0
                ? 0
                : (double) statement.get(Figure.P99) / median;
    }

    /** Advises fewer or faster round trips, which saves at most the time of the trips. */
    static @Nullable Draft network(AdvisedWorkload all) {
        long trip = all.fastestNanos;
        double inTrips = 0;
        long count = 0;
        int alike = 0;
        for (AdvisedStatement each : all.statements) {
            if (each.leastNanos() <= trip * ALIKE && each.get(Figure.P50) <= 2 * trip * ALIKE) {
                inTrips += (double) each.figures().count() * trip;
                count += each.figures().count();
                alike += each.figures().count() >= AdvisedWorkload.FEW ? 1 : 0;
            }
        }
        if (trip < NEAR_NANOS || alike < SEVERAL_STATEMENTS || AdvisedWorkload.share(inTrips, all.nanos) < THIRD) {
            return null;
        }
        return new Draft(
                        null,
                        "%.0f%% of all time are round trips of %s, the least that any statement takes",
                        100 * AdvisedWorkload.share(inTrips, all.nanos),
                        Draft.time(trip))
                .saves(inTrips, count)
                .certainty(Draft.POSSIBLE)
                .remedy(
                        "Send fewer, larger statements (joins, batches, pipelining), or move the application nearer to its"
                                + " database.");
    }
}
