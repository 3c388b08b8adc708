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

/** A benchmark of a result set with 1,000 rows of 2 columns; the figures are per row. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ScanBenchmark {

    @SuppressWarnings("NullAway.Init") // JMH calls open first
    private Connection connection;

    @SuppressWarnings("NullAway.Init") // JMH calls open first
    private PreparedStatement scan;

    /** Makes a benchmark that JMH will set up. */
    public ScanBenchmark() {}

    /** Opens the thread's connection. */
    @Setup
    public void open(Target target) throws SQLException {
        connection = target.connect(Workload.SCAN_ROWS);
        scan = new Workload(connection).prepareScan();
    }

    /** Executes the query, reads two columns of each row, and closes. */
    @Benchmark
    @OperationsPerInvocation(Workload.SCAN_ROWS)
    public long scan() throws SQLException {
        return Workload.scan(scan);
    }

    /** Closes the thread's connection. */
    @TearDown
    public void close() throws SQLException {
        connection.close();
    }
}
