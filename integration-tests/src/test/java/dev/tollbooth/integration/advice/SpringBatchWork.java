package dev.tollbooth.integration.advice;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.batch.core.configuration.support.MapJobRegistry;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.launch.support.TaskExecutorJobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.repository.support.JdbcJobRepositoryFactoryBean;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.item.ItemWriter;
import org.springframework.batch.infrastructure.item.database.builder.JdbcBatchItemWriterBuilder;
import org.springframework.batch.infrastructure.item.database.builder.JdbcCursorItemReaderBuilder;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;

/**
 * An application with a job of Spring Batch, which copies the items in chunks of 100, and has its repository in the
 * database.
 */
record SpringBatchWork(boolean isBatched) implements Application {

    private static final int CHUNK = 100;

    @Override
    public void run(DataSource source) throws Exception {
        HikariConfig pool = new HikariConfig();
        pool.setDataSource(source);
        pool.setMaximumPoolSize(2);
        try (HikariDataSource pooled = new HikariDataSource(pool)) {
            JdbcTransactionManager transactions = new JdbcTransactionManager(pooled);
            JdbcJobRepositoryFactoryBean factory = new JdbcJobRepositoryFactoryBean();
            factory.setDataSource(pooled);
            factory.setTransactionManager(transactions);
            factory.afterPropertiesSet();
            JobRepository repository = Objects.requireNonNull(factory.getObject());
            TaskExecutorJobOperator operator = new TaskExecutorJobOperator();
            operator.setJobRepository(repository);
            operator.setJobRegistry(new MapJobRegistry());
            operator.afterPropertiesSet();
            operator.start(
                    new JobBuilder("copy", repository)
                            .start(copy(pooled, repository, transactions))
                            .build(),
                    new JobParametersBuilder()
                            .addString("run", isBatched + "")
                            .addLong("at", System.nanoTime())
                            .toJobParameters());
        }
    }

    private Step copy(DataSource source, JobRepository repository, JdbcTransactionManager transactions) {
        JdbcTemplate template = new JdbcTemplate(source);
        String insert = "INSERT INTO history (item) VALUES (?)";
        ItemWriter<Integer> writer = isBatched
                ? new JdbcBatchItemWriterBuilder<Integer>()
                        .dataSource(source)
                        .sql(insert)
                        .itemPreparedStatementSetter((item, statement) -> statement.setInt(1, item))
                        .build()
                : items -> items.forEach(item -> template.update(insert, item));
        return new StepBuilder("copy", repository)
                .<Integer, Integer>chunk(CHUNK)
                .transactionManager(transactions)
                .reader(new JdbcCursorItemReaderBuilder<Integer>()
                        .name("items")
                        .dataSource(source)
                        .sql("SELECT id FROM item ORDER BY id")
                        .rowMapper((rows, number) -> rows.getInt(1))
                        .build())
                .writer(writer)
                .build();
    }
}
