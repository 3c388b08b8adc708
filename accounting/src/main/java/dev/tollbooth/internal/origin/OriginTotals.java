package dev.tollbooth.internal.origin;

/**
 * The totals of one statement's executions by one origin. Totals can be added without loss.
 *
 * <p>Not thread-safe: the table's lock guards the totals of a row; any other object belongs to one thread.
 */
public final class OriginTotals {

    /** The least number of executions in one transaction that counts as a repetition. */
    public static final int REPEATED = 10;

    private final int origin;
    /** The place among the statement's origins. An origin that returns after its removal gets another place. */
    private final int place;

    private long count;
    private long errors;
    private long sumNanos;
    private long rowsRead;
    private long fetchNanos;
    private double ru;
    private int maxPerTransaction;
    private long repeatedTransactions;
    private long repeatedExecutions;

    /** Makes totals of 0. */
    public OriginTotals(int origin, int place) {
        this.origin = origin;
        this.place = place;
    }

    /** Makes the totals of all executions of a statement; {@link #setRepeats} must follow. */
    public OriginTotals(long count, long errors, long sumNanos, long rowsRead, long fetchNanos, double ru) {
        this(OriginNames.NONE, 0);
        this.count = count;
        this.errors = errors;
        this.sumNanos = sumNanos;
        this.rowsRead = rowsRead;
        this.fetchNanos = fetchNanos;
        this.ru = ru;
    }

    /** Sets the figures by transaction. */
    public void setRepeats(int most, long transactions, long executions) {
        maxPerTransaction = most;
        repeatedTransactions = transactions;
        repeatedExecutions = executions;
    }

    /** Returns the number of the origin. */
    public int origin() {
        return origin;
    }

    /** Returns the place, unique in the statement. */
    public int place() {
        return place;
    }

    /** Counts an execution. */
    void execution(long nanos, boolean failed) {
        count++;
        errors += failed ? 1 : 0;
        sumNanos += nanos;
    }

    /** Counts the {@code times}th execution of a statement in a transaction; 0 outside of transactions. */
    public void repeated(int times) {
        maxPerTransaction = Math.max(maxPerTransaction, times);
        if (times == REPEATED) {
            repeatedTransactions++;
            repeatedExecutions += REPEATED;
        } else if (times > REPEATED) {
            repeatedExecutions++;
        }
    }

    /**
     * Counts that a scope executed the statement {@code times} times outside of transactions, at least {@link
     * #REPEATED}.
     */
    void repeatedInScope(int times) {
        maxPerTransaction = Math.max(maxPerTransaction, times);
        repeatedTransactions++;
        repeatedExecutions += times;
    }

    /** Counts rows read and the time of fetching. */
    void read(long rows, long nanos) {
        rowsRead += rows;
        fetchNanos += nanos;
    }

    /** Adds request units. */
    public void requestUnits(double more) {
        ru += more;
    }

    /** Adds {@code other}. */
    public void add(OriginTotals other) {
        add(other, 1);
        maxPerTransaction = Math.max(maxPerTransaction, other.maxPerTransaction);
    }

    /**
     * Subtracts {@code part}, which these totals contain; the maximum per transaction stays while there are
     * repetitions.
     *
     * @param noise the rounding error of request units that counts as 0
     */
    public void subtract(OriginTotals part, double noise) {
        add(part, -1);
        if (Math.abs(ru) <= noise) {
            ru = 0;
        }
        if (repeatedTransactions == 0) {
            maxPerTransaction = 0;
        }
    }

    private void add(OriginTotals other, int sign) {
        count += sign * other.count;
        errors += sign * other.errors;
        sumNanos += sign * other.sumNanos;
        rowsRead += sign * other.rowsRead;
        fetchNanos += sign * other.fetchNanos;
        ru += sign * other.ru;
        repeatedTransactions += sign * other.repeatedTransactions;
        repeatedExecutions += sign * other.repeatedExecutions;
    }

    /** Returns an independent copy. */
    public OriginTotals copy() {
        OriginTotals copy = new OriginTotals(origin, place);
        copy.add(this);
        return copy;
    }

    /** Returns whether no execution, no read and no request units were counted. */
    public boolean isZero() {
        return count == 0 && rowsRead == 0 && fetchNanos == 0 && sumNanos == 0 && ru == 0;
    }

    /** Returns the number of executions, failed ones included. */
    public long count() {
        return count;
    }

    /** Returns the number of failed executions. */
    public long errors() {
        return errors;
    }

    /** Returns the total latency in nanoseconds. */
    public long sumNanos() {
        return sumNanos;
    }

    /** Returns the number of rows that the application read. */
    public long rowsRead() {
        return rowsRead;
    }

    /** Returns the time of reading rows in nanoseconds, which is not part of the latency. */
    public long fetchNanos() {
        return fetchNanos;
    }

    /** Returns the request units, 0 if unknown. */
    public double ru() {
        return ru;
    }

    /** Returns the most executions in one transaction, 0 if all were in autocommit. */
    public int maxPerTransaction() {
        return maxPerTransaction;
    }

    /** Returns the number of transactions that executed the statement at least {@link #REPEATED} times. */
    public long repeatedTransactions() {
        return repeatedTransactions;
    }

    /** Returns the number of executions in the transactions of {@link #repeatedTransactions}. */
    public long repeatedExecutions() {
        return repeatedExecutions;
    }
}
