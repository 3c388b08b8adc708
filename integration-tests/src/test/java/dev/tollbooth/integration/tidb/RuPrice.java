package dev.tollbooth.integration.tidb;

/**
 * The costs of statements on the replacement for TiDB, which tests compare with Tollbooth's. The figures are invented.
 */
final class RuPrice {
    /** A question to the server itself: not 0, so that nobody takes it for a statement's. */
    static final double QUESTION = 0.0625;
    /** A SHOW. */
    static final double SHOW = 0.125;
    /** The cost of a write in a transaction before its commit. */
    static final double LOCKING = 0.375;

    /** How many request units of the second model one of the first is. */
    static final double V2_OF_V1 = 8;

    private RuPrice() {}

    /** Returns the request units of a query of so many rows. */
    static double ofReading(long rows) {
        return 0.5 + 0.25 * rows;
    }

    /** Returns the request units of a write of so many rows. */
    static double ofWriting(long rows) {
        return 2 + 1.5 * rows;
    }
}
