package dev.tollbooth.jdbc.proxy;

/** A run whose fields share no cache line with the object behind it, as they share none with the one before. */
@SuppressWarnings({"unused", "UnusedVariable"})
final class PaddedStatementRun extends StatementRun {

    private long p0;
    private long p1;
    private long p2;
    private long p3;
    private long p4;
    private long p5;
    private long p6;

    PaddedStatementRun(StatementProxy statement) {
        super(statement);
    }
}
