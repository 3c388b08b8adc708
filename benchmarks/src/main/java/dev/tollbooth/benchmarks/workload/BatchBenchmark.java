package dev.tollbooth.benchmarks.workload;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A benchmark of a batch of 100 rows; the figures are per row. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BatchBenchmark {

    @SuppressWarnings("NullAway.Init") // JMH calls open first
    private Connection connection;

    @SuppressWarnings("NullAway.Init") // JMH calls open first
    private PreparedStatement update;

    /** Makes a benchmark that JMH will set up. */
    public BatchBenchmark() {}

    /** Opens the thread's connection. */
    @Setup
    public void open(Target target) throws SQLException {
        connection = target.connect(1);
        update = new Workload(connection).prepareUpdate();
    }

    /** Sets and adds each row, then executes the batch. */
    @Benchmark
    @OperationsPerInvocation(Workload.BATCH_ROWS)
    public int batch() throws SQLException {
        return Workload.batch(update);
    }

    /** Closes the thread's connection. */
    @TearDown
    public void close() throws SQLException {
        connection.close();
    }
}
