package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.report.RecordEncoder;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.SqlItem;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Tests that reports have the CPU time of the driver's calls, about as much as the driver itself measures. */
@Tag("jdk")
final class CpuTimeTest {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final List<Report> reports = new CopyOnWriteArrayList<>();

    /** A statement that uses CPU time, or only waits, and measures its CPU time. */
    public abstract static class BusyStatement implements PreparedStatement {

        /** The least CPU time of each execution, in nanoseconds. */
        public long nanos;
        /** The time that each execution waits, in milliseconds. */
        public long sleepMillis;
        /** The CPU time of all executions by the thread's clock, in nanoseconds. */
        public long taken;

        @Override
        public final int executeUpdate() {
            long begin = THREADS.getCurrentThreadCpuTime();
            if (sleepMillis > 0) {
                try {
                    Thread.sleep(sleepMillis);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            long now = THREADS.getCurrentThreadCpuTime();
            while (now - begin < nanos) {
                now = THREADS.getCurrentThreadCpuTime();
            }
            taken += now - begin;
            return 1;
        }
    }

    private static BusyStatement busy(long nanos, long sleepMillis) {
        BusyStatement statement = ThinDriver.stub(BusyStatement.class);
        statement.nanos = nanos;
        statement.sleepMillis = sleepMillis;
        return statement;
    }

    private void execute(BusyStatement statement, int times, String cpuTime) throws Exception {
        ThinDriver driver = ThinDriver.create();
        try (Tollbooth tollbooth = Tollbooth.builder()
                .setting("jmx", "off")
                .setting("cpu-time", cpuTime)
                .build()) {
            tollbooth.subscribe(reports::add, ItemInterval.SECONDS_15);
            try (Connection connection = tollbooth.wrap(driver).getConnection()) {
                driver.last.handOut(statement);
                PreparedStatement prepared = connection.prepareStatement("update t set x = 1");
                for (int i = 0; i < times; i++) {
                    prepared.executeUpdate();
                }
            }
        }
        assertThat(items().mapToLong(SqlItem::execCount).sum()).isEqualTo(times);
    }

    private Stream<SqlItem> items() {
        return reports.stream()
                .flatMap(report -> report.window().sqlRecords().stream())
                .flatMap(row -> row.items().stream());
    }

    private long cpuNanos() {
        return items().mapToLong(SqlItem::cpuNanos).sum();
    }

    @Test
    void on_driverThatTakesCpuTime_isTold() throws Exception {
        BusyStatement statement = busy(5_000_000, 0);
        execute(statement, 10, "on");

        assertThat(cpuNanos()).isBetween(statement.taken / 2, 2 * statement.taken);
    }

    @Test
    void on_streamOfTipb_hasTheMilliseconds() throws Exception {
        BusyStatement statement = busy(5_000_000, 0);
        execute(statement, 10, "on");

        long millis = reports.stream()
                .flatMap(report -> RecordEncoder.streamRecords(report).sqlRecords().stream())
                .flatMap(row -> row.getItemsList().stream())
                .mapToLong(item -> item.getCpuTimeMs())
                .sum();
        assertThat(millis).isBetween(statement.taken / 2_000_000, statement.taken / 500_000);
    }

    @Test
    void on_manyExecutions_isScaledFromThoseThatWereRead() throws Exception {
        BusyStatement statement = busy(300_000, 0);
        execute(statement, 640, "on");

        assertThat(cpuNanos()).isBetween(statement.taken / 2, 2 * statement.taken);
    }

    @Test
    void on_driverThatWaits_isNotTakenForCpuTime() throws Exception {
        execute(busy(0, 20), 10, "on");

        assertThat(cpuNanos())
                .isPositive()
                .isLessThan(items().mapToLong(SqlItem::durationNanos).sum() / 2);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void on_virtualThread_isNotMeasuredAndCounts() throws Exception {
        // by reflection, because the build is for Java 17
        ExecutorService pool = (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        try {
            pool.submit(() -> {
                        execute(busy(0, 1), 40, "on");
                        return null;
                    })
                    .get();
        } finally {
            pool.shutdown();
        }
        assertThat(cpuNanos()).isZero();
    }

    @Test
    void off_driverThatTakesCpuTime_isZero() throws Exception {
        execute(busy(1_000_000, 0), 10, "off");

        assertThat(cpuNanos()).isZero();
    }
}
