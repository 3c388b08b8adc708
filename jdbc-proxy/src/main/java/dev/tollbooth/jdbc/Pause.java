package dev.tollbooth.jdbc;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The time in which an application starts, and in which what nobody waits for only takes processors from it.
 *
 * <p>Thread-safe.
 */
final class Pause {

    /** A second: most of what an application loads as it starts it has loaded by then, or makes an MBean server itself. */
    static final int USUAL_MILLIS = 1_000;
    /** Some ten times what a first statement takes after the connect. */
    static final int MOMENT_MILLIS = 100;
    /** How much longer than without the pause somebody waits. */
    private static final int STEP_MILLIS = 10;

    private final int millis;
    private final List<Class<?>> locking;
    private volatile int most = Integer.MAX_VALUE;
    private final CountDownLatch ended = new CountDownLatch(1);

    /** One that takes {@code millis} at most, and ends where a thread waits for a lock in a method of {@code locking}. */
    Pause(int millis, List<Class<?>> locking) {
        this.millis = millis;
        this.locking = locking;
    }

    /**
     * Waits for its time, or less where a thread of this JVM waits for a lock there, which the caller is taken to hold.
     *
     * @return whether nobody has called {@link #end}
     */
    boolean await() {
        try {
            for (int left = millis; left > 0 && !isAnyoneWaiting(); left = Math.min(left - STEP_MILLIS, most)) {
                if (ended.await(STEP_MILLIS, TimeUnit.MILLISECONDS)) {
                    return false;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return ended.getCount() > 0;
    }

    /** Has the pause take {@code millis} more at most, from now on or from its begin. */
    void shorten(int millis) {
        most = millis;
    }

    /** Ends the pause; what was to come behind it is not wanted any more. */
    void end() {
        ended.countDown();
    }

    /** Which lock a thread waits for the JVM tells only through its MBeans, but where it does by its stack. */
    private boolean isAnyoneWaiting() {
        ThreadGroup all = Thread.currentThread().getThreadGroup();
        for (ThreadGroup parent = all.getParent(); parent != null; parent = parent.getParent()) {
            all = parent;
        }
        Thread[] threads = new Thread[all.activeCount() + 8];
        int count = all.enumerate(threads);
        for (int i = 0; i < count; i++) {
            if (threads[i].getState() == Thread.State.BLOCKED) {
                StackTraceElement[] stack = threads[i].getStackTrace();
                if (stack.length > 0 && isLocking(stack[0].getClassName())) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isLocking(String name) {
        for (Class<?> type : locking) {
            if (type.getName().equals(name)) {
                return true;
            }
        }
        return false;
    }
}
