package dev.tollbooth.internal.topru;

import dev.tollbooth.internal.cost.RuTotals;

/** A factory of increments. */
final class Spent {

    private Spent() {}

    static RuTotals of(double ru, long executions, long nanos, long unknown, long off, long cpu) {
        RuTotals spent = new RuTotals();
        spent.add(ru, executions, nanos, unknown, off, cpu);
        return spent;
    }

    static RuTotals by(String origin, double ru) {
        RuTotals spent = new RuTotals();
        spent.addOf(origin, ru, 1, 10, 0, 0, 0);
        return spent;
    }
}
