package dev.tollbooth.benchmarks.workload;

import java.sql.Connection;
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

/** A benchmark of a plain statement with another literal each time, so that no cache by text knows its text. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class OtherLiteralsBenchmark {

    @SuppressWarnings("NullAway.Init") // JMH calls open first
    private Connection connection;

    @SuppressWarnings("NullAway.Init") // JMH calls open first
    private Workload workload;

    /** Makes a benchmark that JMH will set up. */
    public OtherLiteralsBenchmark() {}

    /** Opens the thread's connection. */
    @Setup
    public void open(Target target) throws SQLException {
        connection = target.connect(1);
        workload = new Workload(connection);
    }

    /** Executes a text of about 42 characters. */
    @Benchmark
    public long select() throws SQLException {
        return workload.selectLiteral();
    }

    /** Closes the thread's connection. */
    @TearDown
    public void close() throws SQLException {
        connection.close();
    }
}
