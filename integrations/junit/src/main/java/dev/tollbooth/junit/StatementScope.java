package dev.tollbooth.junit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.instance.ThisJvm;
import dev.tollbooth.internal.observe.ExecutionObserver;
import dev.tollbooth.internal.observe.ObservedExecution;
import dev.tollbooth.internal.observe.ThreadObservers;
import dev.tollbooth.statement.Digest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A period in which a thread's executions are recorded, including those of tasks that the thread handed over to other
 * threads.
 *
 * <p>Scopes nest; executions of an inner scope count in the outer scopes, too. The thread that opens a scope closes it;
 * any thread may read it.
 */
public final class StatementScope implements AutoCloseable {

    private final ThreadObservers threads = ThisJvm.observers();
    private final @Nullable ExecutionObserver before;
    private final ScopeRecorder recorder;
    private boolean closed;

    private StatementScope() {
        this.recorder = new ScopeRecorder(threads.ofThisThread());
        this.before = threads.enter(recorder);
    }

    /** {@return a new scope of this thread, which has to close it} */
    public static StatementScope open() {
        return new StatementScope();
    }

    /**
     * Returns a task whose executions count in this thread's scope, on whatever thread it runs.
     *
     * @param task the task, run by any thread
     * @return the wrapped task; {@code task} itself if this thread has no open scope
     */
    public static Runnable handOver(Runnable task) {
        ExecutionObserver observer = ThisJvm.observers().ofThisThread();
        return observer == null
                ? task
                : () -> {
                    ExecutionObserver others = ThisJvm.observers().enter(observer);
                    try {
                        task.run();
                    } finally {
                        ThisJvm.observers().leave(others);
                    }
                };
    }

    /**
     * Returns a task that computes a value, and whose executions count in this thread's scope, on whatever thread it
     * runs.
     *
     * @param <T> the type of the value
     * @param task the task, called by any thread
     * @return the wrapped task; {@code task} itself if this thread has no open scope
     */
    public static <T extends @Nullable Object> Callable<T> handOver(Callable<T> task) {
        ExecutionObserver observer = ThisJvm.observers().ofThisThread();
        return observer == null
                ? task
                : () -> {
                    ExecutionObserver others = ThisJvm.observers().enter(observer);
                    try {
                        return task.call();
                    } finally {
                        ThisJvm.observers().leave(others);
                    }
                };
    }

    /**
     * Returns an executor for tasks whose executions count in the scopes of the threads that submit the tasks.
     *
     * @param executor the executor that runs the tasks
     * @return the wrapping executor
     */
    public static Executor handOver(Executor executor) {
        return task -> executor.execute(handOver(task));
    }

    StatementChecks checks() {
        return new StatementChecks(recorder.executed());
    }

    /** Closes the scope; its executions stay readable. A second call does nothing. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            threads.leave(before);
        }
    }

    /** An observer that records the executions of one scope, in the order of first executions. Thread-safe. */
    private static final class ScopeRecorder implements ExecutionObserver {

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

        /** Returns a copy of the executions so far. */
        synchronized List<DigestExecutions> executed() {
            List<DigestExecutions> copies = new ArrayList<>();
            executed.values().forEach(each -> copies.add(each.copy()));
            return copies;
        }
    }
}
