package dev.tollbooth.integration.starter;

import java.util.concurrent.CountDownLatch;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/** An application with a task that runs once, on a bean without a proxy, and with listeners. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableScheduling
class TaskShop {

    static final String TASK = TaskShop.class.getName() + ".sendInvoices";
    static final String LISTENER = TaskShop.class.getName() + ".refill";

    /** An event that the application publishes. */
    record Sold(String what) {}

    private final JdbcTemplate jdbc;
    private final ApplicationEventPublisher events;
    private final CountDownLatch sent = new CountDownLatch(1);

    TaskShop(JdbcTemplate jdbc, ApplicationEventPublisher events) {
        this.jdbc = jdbc;
        this.events = events;
    }

    @Scheduled(fixedDelay = 1_000_000)
    private void sendInvoices() {
        jdbc.queryForList("SELECT 'invoice' FROM system_range(1, 2)");
        events.publishEvent(new Sold("within the task"));
        sent.countDown();
    }

    @EventListener
    void refill(Sold sold) {
        jdbc.queryForList("SELECT ? AS refill FROM system_range(1, 3)", sold.what());
    }

    void awaitInvoices() throws InterruptedException {
        sent.await();
    }
}
