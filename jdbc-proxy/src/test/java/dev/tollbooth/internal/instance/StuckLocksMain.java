package dev.tollbooth.internal.instance;

import dev.tollbooth.jdbc.ThinDriver;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.report.ItemInterval;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import javax.management.JMRuntimeException;
import javax.management.ObjectName;

/**
 * An application in which a thread holds locks of Tollbooth forever. The arguments are a directory for reports, the
 * locks, and the steps to do while the locks are held: execute, read, close, or wait for a signal. The locks are given
 * by a part of the name of a lock's class or field; {@code all} means every lock and monitor.
 */
final class StuckLocksMain {

    private static final int EXECUTIONS = 1_000;

    private final String what;
    private final List<Object> found = new ArrayList<>();
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final ArrayDeque<Object> open = new ArrayDeque<>();

    private StuckLocksMain(String what) {
        this.what = what;
    }

    /**
     * Finds all lockable objects that {@code root} refers to: objects of our classes, and plain objects and locks in
     * their fields.
     */
    private void find(Object root) throws IllegalAccessException {
        visit(root, "");
        while (!open.isEmpty()) {
            Object next = open.poll();
            if (next instanceof Map<?, ?> map) {
                map.forEach((key, value) -> {
                    visit(key, "");
                    visit(value, "");
                });
            } else if (next instanceof Collection<?> all) {
                all.forEach(each -> visit(each, ""));
            } else if (next instanceof AtomicReference<?> reference) {
                visit(reference.get(), "");
            } else if (next instanceof Object[] array) {
                for (Object each : array) {
                    visit(each, "");
                }
            } else if (isOurs(next)) {
                for (Class<?> type = next.getClass(); type != null; type = type.getSuperclass()) {
                    visitFields(next, type);
                }
            }
        }
    }

    private void visitFields(Object of, Class<?> type) throws IllegalAccessException {
        for (Field field : type.getDeclaredFields()) {
            if (!field.getType().isPrimitive()
                    && !Modifier.isStatic(field.getModifiers())
                    && type.getName().startsWith("dev.tollbooth.")) {
                field.setAccessible(true);
                visit(field.get(of), field.getName());
            }
        }
    }

    private static boolean isOurs(Object object) {
        return object.getClass().getName().startsWith("dev.tollbooth.") && !(object instanceof Thread);
    }

    private void visit(Object object, String field) {
        if (object == null || !seen.add(object)) {
            return;
        }
        open.add(object);
        boolean lockable = isOurs(object) || object instanceof Lock || object.getClass() == Object.class;
        String name = object.getClass().getName() + "." + field;
        if (lockable && (what.equals("all") || name.contains(what))) {
            found.add(object);
        }
    }

    private static void hold(Object lockable, CountDownLatch held) throws InterruptedException {
        if (lockable instanceof Lock lock) {
            lock.lock();
            held.countDown();
            new CountDownLatch(1).await();
        }
        synchronized (lockable) {
            held.countDown();
            new CountDownLatch(1).await();
        }
    }

    /**
     * Holds each lock in a thread of its own, because a thread of ours that holds one and waits for another holds the
     * first forever.
     */
    private long holdAll() throws InterruptedException {
        CountDownLatch held = new CountDownLatch(found.size());
        for (Object each : found) {
            Thread holder = new Thread(
                    () -> {
                        try {
                            hold(each, held);
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    },
                    "holder");
            holder.setDaemon(true);
            holder.start();
        }
        boolean all = held.await(5, TimeUnit.SECONDS);
        return all ? found.size() : found.size() - held.getCount();
    }

    private static long execute(PreparedStatement statement) throws Exception {
        long slowest = 0;
        for (int i = 0; i < EXECUTIONS; i++) {
            long start = System.nanoTime();
            statement.executeUpdate();
            slowest = Math.max(slowest, System.nanoTime() - start);
        }
        return slowest;
    }

    /** Reads figures, as an endpoint of the application may do. */
    private static void read(Tollbooth tollbooth) throws Exception {
        ObjectName bean = new ObjectName("dev.tollbooth:type=Statements,instance=stuck");
        Map<String, Callable<Object>> reads = Map.of(
                "list", () -> tollbooth.statements().list(),
                "bean", () -> ManagementFactory.getPlatformMBeanServer().getAttribute(bean, "Count"));
        List<Thread> readers = new ArrayList<>();
        reads.forEach((name, read) -> readers.add(new Thread(() -> {
            try {
                System.out.println("read " + name + "=" + read.call());
            } catch (Exception e) {
                System.out.println("refused " + name + "=" + (e instanceof JMRuntimeException ? e.getCause() : e));
            }
        })));
        for (Thread reader : readers) {
            reader.start();
        }
        for (Thread reader : readers) {
            reader.join();
        }
    }

    public static void main(String[] args) throws Exception {
        Tollbooth tollbooth = Tollbooth.builder()
                .setting("report.dir", args[0])
                .setting("name", "stuck")
                .build();
        tollbooth.subscribe(report -> {}, ItemInterval.SECONDS_15);
        ThinDriver driver = ThinDriver.create();
        Connection connection = tollbooth.wrap(driver).getConnection();
        PreparedStatement statement = connection.prepareStatement("update t set x = 1");
        statement.executeUpdate();

        StuckLocksMain main = new StuckLocksMain(args[1]);
        main.find(Instances.ofDriver());
        main.find(tollbooth);
        System.out.println("held=" + main.holdAll());
        for (String action : List.of(args).subList(2, args.length)) {
            long start = System.nanoTime();
            switch (action) {
                case "execute" -> System.out.println("slowest=" + execute(statement) / 1_000_000);
                case "read" -> read(tollbooth);
                case "close" -> {
                    Thread deregisters = new Thread(Instances.ofDriver()::deregister);
                    deregisters.start();
                    tollbooth.close();
                    deregisters.join();
                    System.out.println("closed=" + (System.nanoTime() - start) / 1_000_000);
                }
                default -> {
                    System.out.println("waiting");
                    new CountDownLatch(1).await();
                }
            }
        }
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }
}
