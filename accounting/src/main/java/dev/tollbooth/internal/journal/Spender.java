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
 * A user in a keyspace and schema, with one source of request units; it owns the accounts of that user's statements. It finds the accounts of
 * its statements.
 *
 * <p>Thread-safe; finding a known account takes no lock and allocates nothing where its plan is not known.
 */
public final class Spender {

    private record Planned(TextDigest digest, Sha256 plan) {}

    private final Accounts accounts;
    final SchemaStatements schema;
    final RuOwner owner;
    private final String user; // the owner's, looked at by each execution
    /** Null where request units are told, or off. */
    final @Nullable Estimate estimate;

    /** Null where this is not kept, for want of room or since it was forgotten: its connection may refer to it all the same. */
    private volatile @Nullable ConcurrentHashMap<Object, Account> byStatement;

    /** How many accounts have a number, closed ones too. */
    final AtomicInteger numbered = new AtomicInteger();

    /** The bytes that it counts for after it was forgotten; guarded by the table's lock. */
    long keptBytes;

    /** As many accounts as there were at once; written without care for races: a figure for the memory trace. */
    private int mostAccounts;

    /** Whether this stands for all spenders of a source that are not kept. */
    private final boolean isGlobal;

    /** Without care for races: one look-up more. */
    private boolean isNew = true;

    /** The account of statements without an account of their own; guarded by the table's lock. */
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

    /** Returns one that has accounts. */
    static Spender kept(Accounts accounts, SchemaStatements schema, RuOwner owner, @Nullable Estimate estimate) {
        return new Spender(accounts, schema, owner, estimate, false, null);
    }

    /** Returns one that there is no room to keep: what it spends is its source's others'. */
    static Spender unkept(Accounts accounts, SchemaStatements schema, RuOwner owner, @Nullable Estimate estimate) {
        return new Spender(accounts, schema, owner, estimate, false, accounts.globalOthers(owner.source()));
    }

    /** Returns the one that stands for those of {@code source} that are not kept. */
    static Spender global(Accounts accounts, SchemaStatements nameless, String source) {
        return new Spender(accounts, nameless, new RuOwner("", source, ""), null, true, null);
    }

    boolean isKept() {
        return byStatement != null;
    }

    /** Returns whether it has just been found that this can't be kept, when asked for the first time. */
    boolean isNew() {
        boolean before = isNew;
        isNew = false;
        return before;
    }

    /** Returns the user, empty where it is not known. */
    public String user() {
        return user;
    }

    /** Returns where request units are from. */
    public String source() {
        return owner.source();
    }

    /** Returns the schema. */
    public SchemaStatements schema() {
        return schema;
    }

    /**
     * Returns the account of a statement, made if need be; the plan is {@link Sha256#NONE} where it is not known. Where there is no
     * room for one it is good for one execution. It is of a spender of the same identity: where this one was not kept and there is
     * room now, of one that is.
     */
    public Account account(TextDigest digest, Sha256 plan) {
        if (digest.account instanceof Account hint && hint.isOf(digest, this) && hint.plan.equals(plan)) {
            return hint;
        }
        ConcurrentHashMap<Object, Account> all = byStatement;
        Account known = all == null ? null : all.get(key(digest, plan));
        Account found = known != null && !known.isClosed() ? known : accounts.open(this, digest, plan);
        if (digest.account == null && found.isNumbered()) {
            digest.account = found; // not each time: users would take the line from one another
        }
        return found;
    }

    private static Object key(TextDigest digest, Sha256 plan) {
        return plan == Sha256.NONE || plan.isNone() ? digest : new Planned(digest, plan);
    }

    /** Puts in {@code made}, unless another thread was faster or has forgotten this; returns the one that is in. */
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

    /** Is not kept from now on. */
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

    /** Returns about how many accounts it has had at once: its map does not shrink. */
    int mostAccounts() {
        return mostAccounts;
    }

    boolean hasNoAccounts() {
        ConcurrentHashMap<Object, Account> all = byStatement;
        return all == null || all.isEmpty();
    }

    /** Returns the key of what its statements without an account of their own have spent. */
    RuKey othersKey() {
        return isGlobal ? RuKey.globalOthers(owner.source()) : RuKey.userOthers(owner);
    }
}
