package dev.tollbooth.statement;

import java.util.List;

/** The statements of one instance that run now. Thread-safe. */
public interface RunningStatements {

    /** {@return the statements that run now, the longest running first} */
    List<RunningStatement> list();

    /**
     * Cancels the execution that {@link RunningStatement#id} names, if it still runs: never one after it.
     *
     * @param id of an execution in {@link #list}; one that is unknown or over cancels nothing
     * @return whether a cancel was sent
     * @throws Exception what the driver's cancel threw
     */
    boolean cancel(String id) throws Exception;
}
