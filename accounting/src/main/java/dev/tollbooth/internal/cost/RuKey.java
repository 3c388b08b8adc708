package dev.tollbooth.internal.cost;

import dev.tollbooth.report.RecordScope;
import dev.tollbooth.statement.Sha256;
import org.jspecify.annotations.Nullable;

/**
 * The key of request units. It is for one statement with one plan of an owner, for the statements of an owner that
 * top-N did not keep, or for all owners that top-N did not keep. The last two are called others.
 *
 * <p>A key holds hashes, never texts. Keys have an order, so that a choice among equals is reproducible. Thread-safe:
 * immutable. The class is no record, because it caches its hash code for the look-ups of each second.
 */
public final class RuKey implements Comparable<RuKey> {

    private final RecordScope scope;
    private final RuOwner owner;
    private final Sha256 sql;
    private final Sha256 plan;
    private final int hash;

    private RuKey(RecordScope scope, RuOwner owner, Sha256 sql, Sha256 plan) {
        this.scope = scope;
        this.owner = owner;
        this.sql = sql;
        this.plan = plan;
        int mixed =
                31 * (31 * sql.hashCode() + plan.hashCode()) + owner.keyspace().hashCode();
        this.hash = (mixed ^ (mixed >>> 16)) + 31 * owner.hashCode();
    }

    /** Returns the key of one statement and plan of {@code owner}; an unknown plan is {@link Sha256#NONE}. */
    public static RuKey statement(RuOwner owner, Sha256 sql, Sha256 plan) {
        return new RuKey(RecordScope.STATEMENT, owner, sql, plan);
    }

    /** Returns the key of {@code owner}'s statements that top-N did not keep. */
    public static RuKey userOthers(RuOwner owner) {
        return new RuKey(RecordScope.USER_OTHERS, owner, Sha256.NONE, Sha256.NONE);
    }

    /**
     * Returns the key of all owners that top-N did not keep, by source, because request units of two sources have no
     * sum.
     */
    public static RuKey globalOthers(String source) {
        return new RuKey(RecordScope.GLOBAL_OTHERS, new RuOwner("", source, ""), Sha256.NONE, Sha256.NONE);
    }

    /** Returns the scope of the figures: a statement, a user's others, or all others. */
    public RecordScope scope() {
        return scope;
    }

    /** Returns the owner; keyspace and user are empty in a key of {@link #globalOthers}. */
    public RuOwner owner() {
        return owner;
    }

    /** Returns the hash of the statement, {@link Sha256#NONE} for others. */
    public Sha256 sql() {
        return sql;
    }

    /** Returns the hash of the plan, {@link Sha256#NONE} if unknown or for others. */
    public Sha256 plan() {
        return plan;
    }

    /** Returns a hash code that is equal for keys with {@link #isSameSql}. */
    public int sqlHash() {
        return hash - 31 * owner.hashCode();
    }

    /** Returns whether both keys have the same database, statement and plan, whatever their users and sources. */
    public boolean isSameSql(RuKey other) {
        return sql.equals(other.sql)
                && plan.equals(other.plan)
                && owner.keyspace().equals(other.owner.keyspace())
                && (scope == RecordScope.STATEMENT) == (other.scope == RecordScope.STATEMENT);
    }

    public int compareSql(RuKey other) {
        int order = sql.compareTo(other.sql);
        order = order != 0 ? order : plan.compareTo(other.plan);
        return order != 0 ? order : owner.keyspace().compareTo(other.owner.keyspace());
    }

    @Override
    public int compareTo(RuKey other) {
        int order = compareSql(other);
        order = order != 0 ? order : owner.compareTo(other.owner);
        return order != 0 ? order : scope.compareTo(other.scope);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof RuKey that
                        && hash == that.hash
                        && scope == that.scope
                        && sql.equals(that.sql)
                        && plan.equals(that.plan)
                        && owner.equals(that.owner));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return scope + " " + owner + " " + sql + " " + plan;
    }
}
