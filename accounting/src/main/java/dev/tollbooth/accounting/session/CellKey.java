package dev.tollbooth.accounting.session;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.digest.Sha256;
import dev.tollbooth.accounting.report.RecordScope;
import dev.tollbooth.accounting.ru.RuKey;
import dev.tollbooth.accounting.ru.RuOwner;
import org.jspecify.annotations.Nullable;

/**
 * What a session's cells are found by: a {@link RuKey} with the digest in place of its hash, which no execution needs.
 * Thread-safe: immutable but for the key that the tick asks for.
 */
final class CellKey {

    private final RecordScope scope;
    private final RuOwner owner;
    /** Null in others. */
    private final @Nullable Digest digest;

    private final Sha256 plan;
    /** Null until it is first asked for. */
    private @Nullable RuKey ruKey;

    private CellKey(RecordScope scope, RuOwner owner, @Nullable Digest digest, Sha256 plan) {
        this.scope = scope;
        this.owner = owner;
        this.digest = digest;
        this.plan = plan;
    }

    static CellKey statement(RuOwner owner, Digest digest, Sha256 plan) {
        return new CellKey(RecordScope.STATEMENT, owner, digest, plan);
    }

    static CellKey userOthers(RuOwner owner) {
        return new CellKey(RecordScope.USER_OTHERS, owner, null, Sha256.NONE);
    }

    static CellKey globalOthers(String source) {
        return new CellKey(RecordScope.GLOBAL_OTHERS, new RuOwner("", source, ""), null, Sha256.NONE);
    }

    boolean isOthers() {
        return digest == null;
    }

    boolean isStatement(RuOwner by, Digest statement, Sha256 in) {
        return (digest == statement || statement.equals(digest))
                && (owner == by || owner.equals(by))
                && plan.equals(in);
    }

    RuOwner owner() {
        return owner;
    }

    @Nullable
    Digest digest() {
        return digest;
    }

    Sha256 plan() {
        return plan;
    }

    /** Returns what the increments are counted under; asked for first, it hashes the statement's text. */
    RuKey ruKey() {
        RuKey known = ruKey;
        if (known == null) {
            known = made();
            ruKey = known;
        }
        return known;
    }

    private RuKey made() {
        if (digest != null) {
            return RuKey.statement(owner, digest.sha256(), plan);
        }
        return scope == RecordScope.USER_OTHERS ? RuKey.userOthers(owner) : RuKey.globalOthers(owner.source());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof CellKey that
                        && scope == that.scope
                        && (digest == null ? that.digest == null : digest.equals(that.digest))
                        && owner.equals(that.owner)
                        && plan.equals(that.plan));
    }

    @Override
    public int hashCode() {
        return 31 * (31 * (digest == null ? 0 : digest.hashCode()) + plan.hashCode()) + owner.hashCode();
    }
}
