package dev.tollbooth.internal.origin;

/**
 * The totals of one origin's executions of one statement; adding two of them loses nothing.
 *
 * <p>Not thread-safe: a live one is guarded by its table's lock, any other is its thread's own.
 */
public final class OriginTotals {

    /** A transaction that executes a statement so often repeats it. */
    public static final int REPEATED = 10;

    private final int origin;
    /** Which of the places of its statement it has: an origin that comes back after it was given up has another one. */
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

    /** Nothing yet. */
    public OriginTotals(int origin, int place) {
        this.origin = origin;
        this.place = place;
    }

    /** Makes what all executions of a statement cost, of whatever origin; {@link #setRepeats} is due. */
    public OriginTotals(long count, long errors, long sumNanos, long rowsRead, long fetchNanos, double ru) {
        this(OriginNames.NONE, 0);
        this.count = count;
        this.errors = errors;
        this.sumNanos = sumNanos;
        this.rowsRead = rowsRead;
        this.fetchNanos = fetchNanos;
        this.ru = ru;
    }

    /** Sets what was counted by transactions. */
    public void setRepeats(int most, long transactions, long executions) {
        maxPerTransaction = most;
        repeatedTransactions = transactions;
        repeatedExecutions = executions;
    }

    /** Returns the number of the origin. */
    public int origin() {
        return origin;
    }

    /** Returns which place of its statement it has, unique in that. */
    public int place() {
        return place;
    }

    /** Counts an execution. */
    void execution(long nanos, boolean failed) {
        count++;
        errors += failed ? 1 : 0;
        sumNanos += nanos;
    }

    /** Counts that an execution was the {@code times}th of its statement in its transaction; 0 is in none. */
    public void repeated(int times) {
        maxPerTransaction = Math.max(maxPerTransaction, times);
        if (times == REPEATED) {
            repeatedTransactions++;
            repeatedExecutions += REPEATED;
        } else if (times > REPEATED) {
            repeatedExecutions++;
        }
    }

    /** Counts that a scope has executed the statement {@code times} times, {@link #REPEATED} or more, in no transaction. */
    void repeatedInScope(int times) {
        maxPerTransaction = Math.max(maxPerTransaction, times);
        repeatedTransactions++;
        repeatedExecutions += times;
    }

    /** Counts what was read. */
    void read(long rows, long nanos) {
        rowsRead += rows;
        fetchNanos += nanos;
    }

    /** Adds request units. */
    public void requestUnits(double more) {
        ru += more;
    }

    /** Adds all of {@code other}. */
    public void add(OriginTotals other) {
        add(other, 1);
        maxPerTransaction = Math.max(maxPerTransaction, other.maxPerTransaction);
    }

    /**
     * Takes away what is a part of it; the most in one transaction stays where repetitions do.
     *
     * @param noise request units that rounding may leave where nothing was spent
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

    /** Returns a copy, which does not change any more. */
    public OriginTotals copy() {
        OriginTotals copy = new OriginTotals(origin, place);
        copy.add(this);
        return copy;
    }

    /** Returns whether nothing was counted. */
    public boolean isZero() {
        return count == 0 && rowsRead == 0 && fetchNanos == 0 && sumNanos == 0 && ru == 0;
    }

    /** Returns executions, failed ones too. */
    public long count() {
        return count;
    }

    /** Returns executions that failed. */
    public long errors() {
        return errors;
    }

    /** Returns latency in all. */
    public long sumNanos() {
        return sumNanos;
    }

    /** Returns rows that the application read. */
    public long rowsRead() {
        return rowsRead;
    }

    /** Returns time spent in reading rows, apart from latency. */
    public long fetchNanos() {
        return fetchNanos;
    }

    /** Returns request units, 0 where they are not known. */
    public double ru() {
        return ru;
    }

    /** Returns the most executions in one transaction, 0 where all were in autocommit. */
    public int maxPerTransaction() {
        return maxPerTransaction;
    }

    /** Returns in how many transactions the statement was executed {@link #REPEATED} times or more. */
    public long repeatedTransactions() {
        return repeatedTransactions;
    }

    /** Returns the executions within those. */
    public long repeatedExecutions() {
        return repeatedExecutions;
    }
}
