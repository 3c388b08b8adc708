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

/** A benchmark of a statement that is prepared once and executed repeatedly, as with a pool that caches statements. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ReusedPreparedStatementBenchmark {

    @SuppressWarnings("NullAway.Init") // JMH calls open first
    private Connection connection;

    @SuppressWarnings("NullAway.Init") // JMH calls open first
    private PreparedStatement select;

    @SuppressWarnings("NullAway.Init") // JMH calls open first
    private PreparedStatement update;

    /** Makes a benchmark that JMH will set up. */
    public ReusedPreparedStatementBenchmark() {}

    /** Opens the thread's connection. */
    @Setup
    public void open(Target target) throws SQLException {
        connection = target.connect(1);
        Workload workload = new Workload(connection);
        select = workload.prepareSelect();
        update = workload.prepareUpdate();
    }

    /** Sets, executes, reads one row, and closes the result set. */
    @Benchmark
    public long select() throws SQLException {
        return Workload.select(select);
    }

    /** Sets and executes an update. */
    @Benchmark
    public int update() throws SQLException {
        return Workload.update(update);
    }

    /** Closes the thread's connection. */
    @TearDown
    public void close() throws SQLException {
        connection.close();
    }
}
