package dev.tollbooth.junit;

import dev.tollbooth.internal.instance.ThisJvm;
import dev.tollbooth.internal.observe.ExecutionObserver;
import dev.tollbooth.internal.observe.ThreadObservers;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The executions of a thread between a scope's opening and close, with those of other threads in tasks that were handed over.
 *
 * <p>Scopes nest; what is executed in an inner one counts in the outer ones, too. Open and close it in one thread; others may
 * read it.
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

    /** {@return a scope of this thread, which is to close it} */
    public static StatementScope open() {
        return new StatementScope();
    }

    /**
     * Has a task of another thread belong to this thread's scope.
     *
     * @param task to be run by any thread
     * @return the task; what it executes counts in the scope that this thread is in now
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
     * As {@link #handOver(Runnable)}, with a value.
     *
     * @param <T> what the task returns
     * @param task to be called by any thread
     * @return the task; what it executes counts in the scope that this thread is in now
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
     * Hands over each task of an executor.
     *
     * @param executor runs the tasks
     * @return an executor whose tasks count in the scope of the thread that gives them to it
     */
    public static Executor handOver(Executor executor) {
        return task -> executor.execute(handOver(task));
    }

    StatementChecks checks() {
        return new StatementChecks(recorder.executed());
    }

    /** Ends the scope; what was executed stays readable. A second call does nothing. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            threads.leave(before);
        }
    }
}
