package dev.tollbooth.integration.advice;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.SimpleScheduleBuilder;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;
import org.quartz.utils.ConnectionProvider;
import org.quartz.utils.DBConnectionManager;

/**
 * An application with Quartz and its jobs in the database: five jobs, each of which reads an item every tenth of a
 * second.
 */
final class QuartzWork {

    private static final int JOBS = 5;
    private static final int TIMES = 20;
    private static final String LATCH = "latch";
    private static final String SOURCE = "source";

    private QuartzWork() {}

    /** A job that reads an item; public, with a constructor for Quartz. */
    public static final class ReadItem implements Job {

        @Override
        public void execute(JobExecutionContext context) {
            try {
                DataSource source =
                        (DataSource) context.getScheduler().getContext().get(SOURCE);
                try (Connection connection = source.getConnection()) {
                    JdbcWork.read(connection, "SELECT price FROM item WHERE id = ?", 1);
                }
                ((CountDownLatch) context.getScheduler().getContext().get(LATCH)).countDown();
            } catch (SQLException | SchedulerException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private record Provider(DataSource source) implements ConnectionProvider {

        @Override
        public Connection getConnection() throws SQLException {
            return source.getConnection();
        }

        @Override
        public void initialize() {
            // ignored: the pool exists already
        }

        @Override
        public void shutdown() {
            // the caller closes it
        }
    }

    static void schedule(DataSource source) throws SchedulerException, InterruptedException {
        HikariConfig pool = new HikariConfig();
        pool.setDataSource(source);
        pool.setMaximumPoolSize(4);
        try (HikariDataSource pooled = new HikariDataSource(pool)) {
            DBConnectionManager.getInstance().addConnectionProvider("pooled", new Provider(pooled));
            Properties properties = new Properties();
            properties.put("org.quartz.threadPool.threadCount", "2");
            properties.put("org.quartz.jobStore.class", "org.quartz.impl.jdbcjobstore.JobStoreTX");
            properties.put(
                    "org.quartz.jobStore.driverDelegateClass", "org.quartz.impl.jdbcjobstore.PostgreSQLDelegate");
            properties.put("org.quartz.jobStore.dataSource", "pooled");
            Scheduler scheduler = new StdSchedulerFactory(properties).getScheduler();
            CountDownLatch done = new CountDownLatch(JOBS * TIMES);
            scheduler.getContext().put(LATCH, done);
            scheduler.getContext().put(SOURCE, pooled);
            scheduler.clear();
            for (int i = 0; i < JOBS; i++) {
                scheduler.scheduleJob(
                        JobBuilder.newJob(ReadItem.class)
                                .withIdentity("read " + i)
                                .build(),
                        TriggerBuilder.newTrigger()
                                .withSchedule(SimpleScheduleBuilder.simpleSchedule()
                                        .withIntervalInMilliseconds(100)
                                        .withRepeatCount(TIMES - 1))
                                .build());
            }
            scheduler.start();
            if (!done.await(2, TimeUnit.MINUTES)) {
                throw new IllegalStateException("jobs left: " + done.getCount());
            }
            scheduler.shutdown(true);
        }
    }
}
