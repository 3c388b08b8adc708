package dev.tollbooth.integration.starter;

import dev.tollbooth.jdbc.Tollbooth;
import java.lang.management.ManagementFactory;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import javax.management.ObjectName;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * An application that executes statements, prints Tollbooth's count, and is restarted twice by DevTools; {@link
 * DevToolsIT} runs it. Its own classes are loaded again each time; classes in jars, such as Tollbooth's, are not.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class DevToolsApplication {

    private static final int STARTS = 3;

    /** Runs the application; DevTools calls this again for each restart. */
    public static void main(String[] args) throws Exception {
        ConfigurableApplicationContext context = SpringApplication.run(DevToolsApplication.class, args);
        int start = Integer.getInteger("devtools.start", 0) + 1;
        System.setProperty("devtools.start", Integer.toString(start));
        Tollbooth tollbooth = context.getBean(Tollbooth.class);
        int sent = new SentStatements(context.getBean(JdbcTemplate.class)).run();
        System.out.println("start=" + start + " loader="
                + DevToolsApplication.class.getClassLoader().getClass().getSimpleName() + " sent=" + sent + " counted="
                + tollbooth.statements().executions() + " instances=" + instances(tollbooth.name()));
        if (start < STARTS) {
            Class<?> restarter = Class.forName("org.springframework.boot.devtools.restart.Restarter");
            restarter
                    .getMethod("restart")
                    .invoke(restarter.getMethod("getInstance").invoke(null));
        } else {
            System.exit(0);
        }
    }

    /** Returns the names of the instances with MBeans, once {@code awaited} is among them. */
    private static Set<String> instances(String awaited) throws Exception {
        Set<String> found = new TreeSet<>();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!found.contains(awaited) && System.nanoTime() < end) {
            Thread.sleep(20);
            found.clear();
            for (ObjectName name : ManagementFactory.getPlatformMBeanServer()
                    .queryNames(new ObjectName("dev.tollbooth:type=Settings,*"), null)) {
                found.add(name.getKeyProperty("instance"));
            }
        }
        return found;
    }
}
