package dev.tollbooth.benchmarks.topru;

import dev.tollbooth.internal.cost.Estimate;
import dev.tollbooth.internal.cost.RuModel;
import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.journal.Account;
import dev.tollbooth.internal.journal.Cancellable;
import dev.tollbooth.internal.journal.EntryRuState;
import dev.tollbooth.internal.journal.Journal;
import dev.tollbooth.internal.journal.Session;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.journal.Spender;
import dev.tollbooth.internal.table.SchemaStatements;
import dev.tollbooth.statement.Sha256;
import java.util.Random;

/** Users with one connection each, who execute random statements with equal probability, as through the proxies. */
final class Load {

    private static final Cancellable STATEMENT = () -> {};

    private final Session[] sessions;
    private final Spender[] spenders;
    private final TextDigest[] statements;

    Load(SessionRegistry registry, SchemaStatements schema, int users, int statementCount) {
        sessions = new Session[users];
        spenders = new Spender[users];
        Estimate estimate = new Estimate(RuModel.PUBLISHED);
        for (int i = 0; i < users; i++) {
            RuOwner owner = new RuOwner("H2/shop", estimate.source(), "user" + i);
            sessions[i] = registry.open(owner.user());
            spenders[i] = registry.spender(schema, owner, estimate);
        }
        statements = new TextDigest[statementCount];
        for (int i = 0; i < statementCount; i++) {
            statements[i] = TextDigest.ofNormalized("select c" + i + " from orders where id = ?", "SELECT orders");
        }
    }

    int users() {
        return sessions.length;
    }

    /** Executes a random statement of {@code user}. */
    void execute(int user, Random random, long nowNanos) {
        TextDigest digest = statements[random.nextInt(statements.length)];
        Session session = sessions[user];
        Account account = spenders[user].account(digest, Sha256.NONE);
        Journal journal = session.claim(STATEMENT);
        session.begin(journal, account, EntryRuState.ESTIMATED.flags(true), 0, false, nowNanos);
        journal.setEnded(1_000 + random.nextInt(1_000_000), 0);
        session.end(journal, EntryRuState.ESTIMATED, 0, 0);
    }
}
