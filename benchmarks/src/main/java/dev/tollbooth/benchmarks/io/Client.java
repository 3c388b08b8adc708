package dev.tollbooth.benchmarks.io;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * A connection that executes statements of one kind in turns.
 *
 * <p>Not thread-safe.
 */
final class Client implements AutoCloseable {

    private final Connection connection;
    private final Operation.Execution[] statements;
    private int next;

    /** Opens a connection of {@code wrapper}. */
    Client(Wrapper wrapper, Operation operation, int statements, int mostLiterals) throws SQLException {
        this.connection = wrapper.connector().connect();
        this.statements = new Operation.Execution[statements];
        Literals literals = new Literals(mostLiterals);
        for (int i = 0; i < statements; i++) {
            this.statements[i] = operation.open(connection, i, literals);
        }
    }

    /** Executes {@code executions} times, and touches other memory before each; returns the number of rows. */
    long run(int executions, OtherMemory memory) throws SQLException {
        long rows = 0;
        for (int i = 0; i < executions; i++) {
            memory.touch();
            rows += statements[next].run();
            next = next + 1 == statements.length ? 0 : next + 1;
        }
        return rows;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
