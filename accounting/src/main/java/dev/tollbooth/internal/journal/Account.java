package dev.tollbooth.internal.journal;

import dev.tollbooth.internal.cost.Estimate;
import dev.tollbooth.internal.cost.RuKey;
import dev.tollbooth.internal.cost.RuTotals;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.table.StatementStats;
import dev.tollbooth.statement.Sha256;
import org.jspecify.annotations.Nullable;

/**
 * An account that executions are counted to: a statement of a schema, its user, and its plan. It leads to the
 * statement's row and to the key of TopRU, and holds what that key has spent since the last tick.
 *
 * <p>Thread-safety: its identity is immutable; two hints are written and read by any thread without care; all else is guarded
 * by the table's lock.
 */
public final class Account implements TextDigest.Hint {

    /** So many executions of an account have their client's bytes and CPU time read at first; then one in as many. */
    private static final int SAMPLED = 16;

    /** A statement that makes the client hold more than this is read at each execution. */
    private static final long LARGE_CLIENT_BYTES = 1 << 20;

    private static final int NOT_DUE = 0;
    private static final int DUE_ONCE = 1;
    private static final int DUE_ALWAYS = 2;

    // what each execution looks at lies in one cache line, or in two that follow one another

    /** The number by which entries name it; {@link Accounts#UNNUMBERED} where it was made for one execution. */
    final int id;

    final Spender spender;
    /** Null in the account of what an owner's other statements have spent. */
    final @Nullable TextDigest digest;

    final Sha256 plan;
    /** Request units that an execution is estimated to cost beside its time and its rows. */
    final double ruPerExecution;

    // hints
    private int due = DUE_ALWAYS;
    private long lastClientBytes;
    private int lastCallSite;

    /** Whether it was closed: an execution that begins now finds another one. */
    private volatile boolean closed;

    // guarded by the table's lock
    @Nullable
    StatementStats row;

    private @Nullable RuKey key;
    /** Whether it was used since the last sweep. */
    boolean used = true;

    boolean dirty;

    @Nullable
    Account nextDirty;

    /** The request units since the last tick; an account without a number shares its spender's others. */
    final RuTotals spent;

    /** Whether it was taken out for good: what it holds is not weighed any more. */
    boolean gone;

    /** When it was closed; guarded by the sweep. */
    int closedMillis;

    private byte readings; // counted to SAMPLED
    private int notRead;
    private int weight = 1;

    Account(int id, Spender spender, @Nullable TextDigest digest, Sha256 plan, double ruPerExecution) {
        this.id = id;
        this.spender = spender;
        this.digest = digest;
        this.plan = plan;
        this.ruPerExecution = ruPerExecution;
        boolean once = id == Accounts.UNNUMBERED;
        this.closed = once; // so that the next execution looks for one with a number
        this.spent = once ? spender.others.spent : new RuTotals();
    }

    /** Returns whether it is there for longer than one execution. */
    boolean isNumbered() {
        return id != Accounts.UNNUMBERED;
    }

    /** Returns what an execution is estimated to cost without its rows; NaN where its spender's are not estimated. */
    public double estimatedRu(long elapsedNanos) {
        Estimate estimate = spender.estimate;
        return estimate == null ? Double.NaN : ruPerExecution + elapsedNanos * estimate.perNano();
    }

    /** Returns the number by which entries name it. */
    public int number() {
        return id;
    }

    /** Returns who sends the statement, and where. */
    public Spender spender() {
        return spender;
    }

    /** Returns the statement. */
    public TextDigest digest() {
        TextDigest known = digest;
        if (known == null) {
            throw new IllegalStateException("an account of others has no digest: user=" + spender.user());
        }
        return known;
    }

    /** Returns the plan, {@link Sha256#NONE} where it is not known. */
    public Sha256 plan() {
        return plan;
    }

    /** Returns whether this takes executions of {@code statement} by {@code sender}, whatever their plan. */
    public boolean isOf(TextDigest statement, Spender sender) {
        return digest == statement && spender == sender && !closed;
    }

    boolean isClosed() {
        return closed;
    }

    /** Returns this, or what has taken its place since it was closed. */
    Account live() {
        return closed && digest != null && isNumbered() ? spender.account(digest, plan) : this;
    }

    void close() {
        key = null; // TopRU may have let go of it
        closed = true;
    }

    /** Returns whether to read the client's bytes and CPU time of the execution that begins now. The call consumes a request for a single reading. */
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

    /** Returns the bytes that its last execution which was read made the client hold, 0 before. */
    public long lastClientBytes() {
        return lastClientBytes;
    }

    /** Notes such a reading. */
    public void readClientBytes(long bytes) {
        if (lastClientBytes != bytes) {
            lastClientBytes = bytes;
        }
    }

    /** Returns the number of the place in the code that it was found to be executed at last, 0 before. */
    public int lastCallSite() {
        return lastCallSite;
    }

    /** Notes such a place. */
    public void foundCallSite(int origin) {
        if (lastCallSite != origin) {
            lastCallSite = origin;
        }
    }

    // ---- under the table's lock ----

    /** Returns the key of TopRU. */
    RuKey key() {
        RuKey known = key;
        if (known == null) {
            known = digest == null ? spender.othersKey() : RuKey.statement(spender.owner, digest.sha256(), plan);
            key = known;
        }
        return known;
    }

    /** Lets go of a row that has left the table. */
    void forgetRetiredRow() {
        StatementStats known = row;
        if (known != null && known.retired()) {
            row = null;
        }
    }

    /** Counts an execution that was read or not; returns how many executions a reading stands for. */
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
        int next = all ? DUE_ALWAYS : notRead >= SAMPLED - 1 ? DUE_ONCE : NOT_DUE;
        if (due != next) {
            due = next;
        }
        return weight;
    }

    /** Returns how many executions the last reading stands for. */
    int weight() {
        return weight;
    }
}
