package dev.tollbooth.internal.journal;

import dev.tollbooth.internal.cost.Estimate;
import dev.tollbooth.internal.cost.RuKey;
import dev.tollbooth.internal.cost.RuTotals;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.table.StatementStats;
import dev.tollbooth.statement.Sha256;
import org.jspecify.annotations.Nullable;

/**
 * An account that executions are charged to: a statement of a schema with its user and plan. It refers to the
 * statement's row and to the key in TopRU, and accumulates the request units since the last tick.
 *
 * <p>Thread-safety: the identity is immutable. The hints are written and read without synchronization. The table's lock
 * guards the other fields, unless their comments name another lock.
 */
public final class Account implements TextDigest.Hint {

    /**
     * The number of first executions whose client bytes and CPU time are measured. After them, one execution in this
     * many is measured.
     */
    private static final int SAMPLED = 16;

    /** The client bytes of the last measured execution above which the next execution is measured too. */
    private static final long LARGE_CLIENT_BYTES = 1 << 20;

    private static final byte NOT_DUE = 0;
    private static final byte DUE_ONCE = 1;
    private static final byte DUE_ALWAYS = 2;

    // fields that each execution reads come first, in one or two cache lines

    /** The number that entries refer to; {@link Accounts#UNNUMBERED} for an account of one execution. */
    final int id;

    final Spender spender;
    /** The statement; null in the account of an owner's other statements. */
    final @Nullable TextDigest digest;

    final Sha256 plan;
    /** The estimated request units of an execution, without the parts for its time and rows. */
    final double ruPerExecution;

    // hints, read and written without synchronization
    private byte due = DUE_ALWAYS;
    private long lastClientBytes;
    private short lastCallSite;

    /** Whether this account is closed, so that a new execution has to find another account. */
    private volatile boolean closed;

    // guarded by the table's lock
    @Nullable
    StatementStats row;

    private @Nullable RuKey key;
    /** Whether this account was used since the last sweep. */
    boolean used = true;

    boolean dirty;

    @Nullable
    Account nextDirty;

    /** The request units since the last tick. Accounts without a number share the totals of their spender's others. */
    final RuTotals spent;

    /** Whether this account was removed permanently, so that its memory does not count any more. */
    boolean gone;

    /** The time of closing; guarded by the sweep's lock. */
    int closedMillis;

    private byte readings; // counts up to SAMPLED
    private int notRead;
    /** How many executions the last measurement stands for. */
    int weight = 1;

    Account(int id, Spender spender, @Nullable TextDigest digest, Sha256 plan, double ruPerExecution) {
        this.id = id;
        this.spender = spender;
        this.digest = digest;
        this.plan = plan;
        this.ruPerExecution = ruPerExecution;
        boolean once = id == Accounts.UNNUMBERED;
        this.closed = once; // makes the next execution look for an account with a number
        this.spent = once ? spender.others.spent : new RuTotals();
    }

    /** Returns whether this account lives longer than one execution. */
    boolean isNumbered() {
        return id != Accounts.UNNUMBERED;
    }

    /** Returns the estimated request units of an execution without its rows; NaN if they are not estimated. */
    public double estimatedRu(long elapsedNanos) {
        Estimate estimate = spender.estimate;
        return estimate == null ? Double.NaN : ruPerExecution + elapsedNanos * estimate.perNano();
    }

    /** Returns the number that entries refer to. */
    public int number() {
        return id;
    }

    /** Returns the spender: user, schema and source of request units. */
    public Spender spender() {
        return spender;
    }

    /**
     * Returns the statement.
     *
     * @throws IllegalStateException if this is the account of an owner's other statements
     */
    public TextDigest digest() {
        TextDigest known = digest;
        if (known == null) {
            throw new IllegalStateException("an account of others has no digest: user=" + spender.user());
        }
        return known;
    }

    /** Returns the plan, {@link Sha256#NONE} if unknown. */
    public Sha256 plan() {
        return plan;
    }

    /** Returns whether this is the open account of {@code statement} and {@code sender} with the plan {@code by}. */
    public boolean isOf(TextDigest statement, @Nullable Spender sender, Sha256 by) {
        return digest == statement && spender == sender && !closed && (plan == by || plan.equals(by));
    }

    boolean isClosed() {
        return closed;
    }

    /** Returns this account, or the account that replaces it if this one was closed. */
    Account live() {
        return closed && digest != null && isNumbered() ? spender.account(digest, plan) : this;
    }

    void close() {
        key = null; // TopRU may have dropped it
        closed = true;
    }

    /**
     * Returns whether to measure the client bytes and CPU time of the execution that begins now. A request for a single
     * reading is consumed.
     */
    public boolean readingDue() {
        int now = due;
        if (now == NOT_DUE) {
            return false;
        }
        if (now == DUE_ONCE) {
            due = NOT_DUE;
        }
        return true;
    }

    /** Returns the client bytes of the last measured execution, 0 before the first. */
    public long lastClientBytes() {
        return lastClientBytes;
    }

    /** Sets the client bytes of the last measured execution. */
    public void readClientBytes(long bytes) {
        if (lastClientBytes != bytes) {
            lastClientBytes = bytes;
        }
    }

    /** Returns the number of the last call site found for this account, 0 before the first. */
    public int lastCallSite() {
        return lastCallSite;
    }

    /** Sets the number of the last call site found for this account. */
    public void foundCallSite(int origin) {
        if (lastCallSite != origin) {
            lastCallSite = (short) origin; // has 11 bits
        }
    }

    // ---- under the table's lock ----

    /** Returns the key in TopRU, made on first use. */
    RuKey key() {
        RuKey known = key;
        if (known == null) {
            known = digest == null ? spender.othersKey() : RuKey.statement(spender.owner, digest.sha256(), plan);
            key = known;
        }
        return known;
    }

    /** Drops the reference to the row if it has left the table. */
    void forgetRetiredRow() {
        StatementStats known = row;
        if (known != null && known.retired()) {
            row = null;
        }
    }

    /** Counts an execution, measured or not; returns how many executions the last measurement stands for. */
    int executed(boolean read) {
        if (!read) {
            notRead++;
        } else {
            weight = notRead + 1;
            notRead = 0;
            if (readings < SAMPLED) {
                readings++;
            }
        }
        boolean all = readings < SAMPLED || lastClientBytes > LARGE_CLIENT_BYTES;
        byte next = all ? DUE_ALWAYS : notRead >= SAMPLED - 1 ? DUE_ONCE : NOT_DUE;
        if (due != next) {
            due = next;
        }
        return weight;
    }
}
