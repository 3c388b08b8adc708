package dev.tollbooth.internal.journal;

import dev.tollbooth.internal.cost.Estimate;
import dev.tollbooth.internal.cost.RuKey;
import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.table.SchemaStatements;
import dev.tollbooth.statement.Sha256;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A user in a keyspace and schema, with one source of request units. It owns and finds the accounts of that user's
 * statements.
 *
 * <p>Thread-safe. Finding a known account without a plan takes no lock and allocates nothing.
 */
public final class Spender {

    private record Planned(TextDigest digest, Sha256 plan) {}

    private final Accounts accounts;
    final SchemaStatements schema;
    final RuOwner owner;
    private final String user; // copied from the owner, because each execution reads it
    /** The estimate; null if request units are reported or off. */
    final @Nullable Estimate estimate;

    /**
     * The accounts by statement; null if this spender is temporary or was forgotten. A connection may still refer to a
     * forgotten spender.
     */
    private volatile @Nullable ConcurrentHashMap<Object, Account> byStatement;

    /** The number of accounts with a number, closed ones included. */
    final AtomicInteger numbered = new AtomicInteger();

    /** The bytes that count for this spender after it was forgotten; guarded by the table's lock. */
    long keptBytes;

    /**
     * The most accounts at once: the map keeps that size. Only the memory trace uses it, so it is written without
     * synchronization.
     */
    int mostAccounts;

    /** Whether this spender stands for all spenders of a source for which there is no room. */
    private final boolean isGlobal;

    /** Whether this spender is new; a race only costs one look-up. */
    private boolean isNew = true;

    /** The account of all statements without an account of their own; guarded by the table's lock. */
    final Account others;

    private Spender(
            Accounts accounts,
            SchemaStatements schema,
            RuOwner owner,
            @Nullable Estimate estimate,
            boolean isGlobal,
            @Nullable Account others) {
        this.isGlobal = isGlobal;
        this.accounts = accounts;
        this.schema = schema;
        this.owner = owner;
        this.user = owner.user();
        this.estimate = estimate;
        this.byStatement = others == null ? new ConcurrentHashMap<>(4) : null;
        this.others = others == null ? new Account(Accounts.NONE, this, null, Sha256.NONE, 0) : others;
    }

    /** Returns a spender that keeps accounts. */
    static Spender kept(Accounts accounts, SchemaStatements schema, RuOwner owner, @Nullable Estimate estimate) {
        return new Spender(accounts, schema, owner, estimate, false, null);
    }

    /** Returns a temporary spender, whose request units go to its source's others. */
    static Spender unkept(Accounts accounts, SchemaStatements schema, RuOwner owner, @Nullable Estimate estimate) {
        return new Spender(accounts, schema, owner, estimate, false, accounts.globalOthers(owner.source()));
    }

    /** Returns the spender that stands for those of {@code source} without room. */
    static Spender global(Accounts accounts, SchemaStatements nameless, String source) {
        return new Spender(accounts, nameless, new RuOwner("", source, ""), null, true, null);
    }

    boolean isKept() {
        return byStatement != null;
    }

    /** Returns true on the first call, unless this spender was forgotten before. */
    boolean isNew() {
        boolean before = isNew;
        isNew = false;
        return before;
    }

    /** Returns the user, empty if unknown. */
    public String user() {
        return user;
    }

    /** Returns the source of request units. */
    public String source() {
        return owner.source();
    }

    /** Returns the schema. */
    public SchemaStatements schema() {
        return schema;
    }

    /**
     * Returns the account of a statement, opened on first use. The plan is {@link Sha256#NONE} if unknown. If there is
     * no room, the account serves one execution only. If this spender is temporary and there is room now, the
     * account belongs to a kept spender of the same identity.
     */
    public Account account(TextDigest digest, Sha256 plan) {
        if (digest.account instanceof Account hint && hint.isOf(digest, this, plan)) {
            return hint;
        }
        ConcurrentHashMap<Object, Account> all = byStatement;
        Account known = all == null ? null : all.get(key(digest, plan));
        Account found = known != null && !known.isClosed() ? known : accounts.open(this, digest, plan);
        if (digest.account == null && found.isNumbered()) {
            digest.account =
                    found; // written only on a change, because a write would invalidate the cache line of others
        }
        return found;
    }

    private static Object key(TextDigest digest, Sha256 plan) {
        return plan == Sha256.NONE || plan.isNone() ? digest : new Planned(digest, plan);
    }

    /**
     * Adds {@code made} unless another thread was faster or this spender was forgotten; returns the account to use.
     */
    Account put(Account made) {
        Object key = key(made.digest(), made.plan);
        ConcurrentHashMap<Object, Account> all = byStatement;
        while (all != null) {
            Account known = all.putIfAbsent(key, made);
            if (known == null) {
                mostAccounts = Math.max(mostAccounts, all.size());
                return made;
            }
            if (!known.isClosed()) {
                return known;
            }
            all.remove(key, known);
        }
        return made;
    }

    /** Drops this spender's accounts; from now on it is temporary. */
    void forget() {
        isNew = false;
        byStatement = null;
    }

    void remove(Account closed) {
        if (closed.digest().account == closed) {
            closed.digest().account = null;
        }
        ConcurrentHashMap<Object, Account> all = byStatement;
        if (all != null) {
            all.remove(key(closed.digest(), closed.plan), closed);
        }
    }

    boolean hasNoAccounts() {
        ConcurrentHashMap<Object, Account> all = byStatement;
        return all == null || all.isEmpty();
    }

    /** Returns the key of all statements without an account of their own. */
    RuKey othersKey() {
        return isGlobal ? RuKey.globalOthers(owner.source()) : RuKey.userOthers(owner);
    }
}
