package dev.tollbooth.internal.observe;

/** Is told of the executions of the threads that have entered it, by those threads. Thread-safe. */
public interface ExecutionObserver {

    /** An execution has ended, perhaps by a failure. */
    void executed(ObservedExecution execution);

    /** The transaction of {@code connection}, as {@link ObservedExecution#connection}, was committed or rolled back. */
    void transactionEnded(Object connection);
}
