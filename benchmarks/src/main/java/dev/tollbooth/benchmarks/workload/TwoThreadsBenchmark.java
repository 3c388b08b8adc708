package dev.tollbooth.benchmarks.workload;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;

/** Two threads, each with its connection, that execute one and the same text. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Threads(2)
public class TwoThreadsBenchmark {

    @SuppressWarnings("NullAway.Init") // JMH calls open first
    private Connection connection;

    @SuppressWarnings("NullAway.Init") // JMH calls open first
    private PreparedStatement select;

    /** Makes a benchmark that JMH will set up. */
    public TwoThreadsBenchmark() {}

    /** Opens the thread's connection. */
    @Setup
    public void open(Target target) throws SQLException {
        connection = target.connect(1);
        select = new Workload(connection).prepareSelect();
    }

    /** Set, executeQuery, next, get, close of the result set. */
    @Benchmark
    public long select() throws SQLException {
        return Workload.select(select);
    }

    /** Closes the thread's connection. */
    @TearDown
    public void close() throws SQLException {
        connection.close();
    }
}
