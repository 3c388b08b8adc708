package dev.tollbooth.internal.observe;

/** An observer of executions, called by the threads that have entered it. Thread-safe. */
public interface ExecutionObserver {

    /** Receives an execution that has ended, perhaps with a failure. */
    void executed(ObservedExecution execution);

    /**
     * Handles the commit or rollback of a transaction of {@code connection}, an {@link ObservedExecution#connection}.
     */
    void transactionEnded(Object connection);
}
