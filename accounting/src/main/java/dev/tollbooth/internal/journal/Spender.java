package dev.tollbooth.internal.journal;

import dev.tollbooth.internal.cost.Estimate;
import dev.tollbooth.internal.cost.RuKey;
import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.table.SchemaStatements;
import dev.tollbooth.statement.Sha256;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Who sends statements, and where: a user in a keyspace and schema, and where request units are from. It finds the accounts of
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

    private final ConcurrentHashMap<Object, Account> byStatement = new ConcurrentHashMap<>(4);

    /** Whether this stands for all spenders of a source that are not kept. */
    private final boolean isGlobal;

    /** What statements without an account of their own have spent since the last tick; guarded by the table's lock. */
    final Account others;

    Spender(Accounts accounts, SchemaStatements schema, RuOwner owner, @Nullable Estimate estimate, boolean isGlobal) {
        this.isGlobal = isGlobal;
        this.accounts = accounts;
        this.schema = schema;
        this.owner = owner;
        this.user = owner.user();
        this.estimate = estimate;
        this.others = new Account(Accounts.NONE, this, null, Sha256.NONE, 0);
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

    /** Returns the account of a statement, made if need be; the plan is {@link Sha256#NONE} where it is not known. */
    public Account account(TextDigest digest, Sha256 plan) {
        if (digest.account instanceof Account hint && hint.isOf(digest, this) && hint.plan.equals(plan)) {
            return hint;
        }
        Account known = byStatement.get(key(digest, plan));
        Account found = known != null && !known.isClosed() ? known : accounts.open(this, digest, plan);
        if (digest.account == null) {
            digest.account = found; // not each time: users would take the line from one another
        }
        return found;
    }

    private static Object key(TextDigest digest, Sha256 plan) {
        return plan == Sha256.NONE || plan.isNone() ? digest : new Planned(digest, plan);
    }

    /** Puts in {@code made}, unless another thread was faster; returns the one that is in. */
    Account put(Account made) {
        Object key = key(made.digest(), made.plan);
        while (true) {
            Account known = byStatement.putIfAbsent(key, made);
            if (known == null) {
                return made;
            }
            if (!known.isClosed()) {
                return known;
            }
            byStatement.remove(key, known);
        }
    }

    void remove(Account closed) {
        if (closed.digest().account == closed) {
            closed.digest().account = null;
        }
        byStatement.remove(key(closed.digest(), closed.plan), closed);
    }

    boolean hasNoAccounts() {
        return byStatement.isEmpty();
    }

    /** Returns the key of what its statements without an account of their own have spent. */
    RuKey othersKey() {
        return isGlobal ? RuKey.globalOthers(owner.source()) : RuKey.userOthers(owner);
    }
}
