package dev.tollbooth.benchmarks.topru;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.digest.Sha256;
import dev.tollbooth.accounting.ru.RuOwner;
import dev.tollbooth.accounting.ru.RuState;
import dev.tollbooth.accounting.session.Execution;
import dev.tollbooth.accounting.session.RuCell;
import dev.tollbooth.accounting.session.Session;
import dev.tollbooth.accounting.session.SessionRegistry;
import java.util.Random;

/** Users with one connection each, who execute statements of equal chance as the proxies would. */
final class Load {

    private static final double RU_PER_NANO = 1.0 / 3_000_000;

    private final Session[] sessions;
    private final Execution[] executions;
    private final RuOwner[] owners;
    private final Digest[] statements;

    Load(SessionRegistry registry, int users, int statementCount) {
        sessions = new Session[users];
        executions = new Execution[users];
        owners = new RuOwner[users];
        for (int i = 0; i < users; i++) {
            owners[i] = new RuOwner("H2/shop", "estimate", "user" + i);
            sessions[i] = registry.open(owners[i].user());
            executions[i] = new Execution(sessions[i], () -> {});
        }
        statements = new Digest[statementCount];
        for (int i = 0; i < statementCount; i++) {
            statements[i] = Digest.ofNormalized("select c" + i + " from orders where id = ?", "SELECT orders");
        }
    }

    int users() {
        return sessions.length;
    }

    /** Executes a random statement of {@code user}. */
    void execute(int user, Random random, long nowNanos) {
        Digest digest = statements[random.nextInt(statements.length)];
        Session session = sessions[user];
        RuCell cell = session.ruCell(owners[user], digest, Sha256.NONE, RU_PER_NANO);
        Execution execution = executions[user];
        execution.begin(digest, cell, nowNanos);
        long nanos = execution.end(nowNanos + 1_000 + random.nextInt(1_000_000)) - nowNanos;
        while (!cell.add(1, nanos, 0.5, RuState.KNOWN)) {
            cell = session.ruCell(owners[user], digest, Sha256.NONE, RU_PER_NANO);
        }
    }
}
