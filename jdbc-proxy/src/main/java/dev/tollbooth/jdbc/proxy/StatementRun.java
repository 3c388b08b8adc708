package dev.tollbooth.jdbc.proxy;

/**
 * The part of a statement that each execution writes, made for the first one; its fields share no cache line with the
 * object behind it.
 *
 * <p>Thread-safety: as {@link OpenResults}.
 */
@SuppressWarnings({"unused", "UnusedVariable"})
final class StatementRun extends OpenResults {

    private long p0;
    private long p1;
    private long p2;
    private long p3;
    private long p4;
    private long p5;
    private long p6;

    StatementRun(StatementProxy statement) {
        super(statement);
    }
}
