package dev.tollbooth.internal.advice;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import java.util.List;

/**
 * All statements, transaction ends and connects of an application.
 *
 * <p>Thread-safe: immutable.
 */
public final class AdvisedWorkload {

    /** The fewest executions of a statement from which the latency of a round trip is estimated. */
    static final int FEW = 10;

    final List<AdvisedStatement> statements;
    /** The figures of commits and rollbacks. Only executions and time are known. */
    final Figures transactionEnds;

    final Figures connects;
    final long seconds;
    /** The total time of executions, fetches, transaction ends and connects, in nanoseconds. */
    final double nanos;

    final long roundTrips;
    final long executions;
    final double waitedNanos;
    /** The shortest latency of all frequent statements, in nanoseconds: the estimate of a round trip; 0 if unknown. */
    final long fastestNanos;

    /**
     * Adds up the figures of statements, transaction ends and connects.
     *
     * @param transactionEnds the figures of commits and rollbacks together; {@link Figures#NONE} if not counted
     * @param connects the figures of connects; {@link Figures#NONE} if not counted
     */
    public AdvisedWorkload(List<AdvisedStatement> statements, Figures transactionEnds, Figures connects) {
        this.statements = List.copyOf(statements);
        this.transactionEnds = transactionEnds;
        this.connects = connects;
        long time = transactionEnds.nanos() + connects.nanos();
        long trips = transactionEnds.count() + connects.count();
        long waited = 0;
        long all = 0;
        long fastest = Long.MAX_VALUE;
        long first = Long.MAX_VALUE;
        long last = 0;
        for (AdvisedStatement each : statements) {
            time += each.figures().nanos() + each.get(Figure.FETCH);
            trips += each.figures().count() + each.get(Figure.FETCHES);
            waited += each.get(Figure.WAITED);
            all += each.figures().count();
            long begin = each.get(Figure.FIRST);
            first = begin == 0 ? first : Math.min(first, begin);
            last = Math.max(last, each.get(Figure.LAST));
            if (each.figures().count() >= FEW && each.leastNanos() > 0) {
                fastest = Math.min(fastest, each.leastNanos());
            }
        }
        this.seconds = Math.max(1, last - Math.min(first, last));
        this.nanos = (double) time;
        this.roundTrips = trips;
        this.executions = all;
        this.waitedNanos = (double) waited;
        this.fastestNanos = fastest == Long.MAX_VALUE ? 0 : fastest;
    }

    static double share(long part, long all) {
        return share((double) part, (double) all);
    }

    /** Returns {@code part / all}, at most 1; 0 if {@code all} is 0. */
    static double share(double part, double all) {
        return all <= 0 ? 0 : Math.min(1, part / all);
    }
}
