package dev.tollbooth.junit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.observe.ExecutionObserver;
import dev.tollbooth.internal.observe.ObservedExecution;
import dev.tollbooth.statement.Digest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An observer that records the executions of one scope, in the order of first executions. Thread-safe. */
final class ScopeRecorder implements ExecutionObserver {

    private final @Nullable ExecutionObserver outer;

    @GuardedBy("this")
    private final Map<Digest, DigestExecutions> executed = new LinkedHashMap<>();
    /** The open transactions by connection. */
    @GuardedBy("this")
    private final Map<Object, Map<Digest, Repetition>> transactions = new HashMap<>();

    ScopeRecorder(@Nullable ExecutionObserver outer) {
        this.outer = outer;
    }

    @Override
    public void executed(ObservedExecution execution) {
        CodePlace place = CodePlace.ofThisThread();
        synchronized (this) {
            DigestExecutions known = executed.computeIfAbsent(execution.digest(), DigestExecutions::new);
            known.add(execution, place);
            if (execution.inTransaction()) {
                Repetition transaction = transactions
                        .computeIfAbsent(execution.connection(), connection -> new HashMap<>())
                        .computeIfAbsent(execution.digest(), digest -> new Repetition());
                int looped = transaction.add(execution.values());
                known.addInTransaction(transaction, looped);
            }
        }
        if (outer != null) {
            outer.executed(execution);
        }
    }

    @Override
    public void transactionEnded(Object connection) {
        synchronized (this) {
            transactions.remove(connection);
        }
        if (outer != null) {
            outer.transactionEnded(connection);
        }
    }

    /** Returns an unchanging copy of the executions so far. */
    synchronized List<DigestExecutions> executed() {
        List<DigestExecutions> copies = new ArrayList<>();
        executed.values().forEach(each -> copies.add(each.copy()));
        return copies;
    }
}
