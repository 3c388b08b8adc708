package dev.tollbooth.internal.observe;

/** An observer of executions, called by the threads that have entered it. Thread-safe. */
public interface ExecutionObserver {

    /** Takes an execution that has ended, perhaps by a failure. */
    void executed(ObservedExecution execution);

    /**
     * Notes that the transaction of {@code connection}, as in {@link ObservedExecution#connection}, was committed or
     * rolled back.
     */
    void transactionEnded(Object connection);
}
