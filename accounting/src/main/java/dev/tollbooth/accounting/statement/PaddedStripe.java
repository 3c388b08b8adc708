package dev.tollbooth.accounting.statement;

import dev.tollbooth.accounting.histogram.LatencyHistogram;

/** A stripe that shares no cache line with the objects beside it; worth its memory only where threads compete. */
@SuppressWarnings({"unused", "UnusedVariable"})
final class PaddedStripe extends Stripe {

    private long p0;
    private long p1;
    private long p2;
    private long p3;
    private long p4;
    private long p5;
    private long p6;
    private long p7;

    PaddedStripe() {
        super(LatencyHistogram.padded());
    }
}
