package dev.tollbooth.jdbc;

import dev.tollbooth.internal.table.EventStats;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.StatementTableOptions;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.statement.EventKind;
import java.util.Random;

/**
 * A program whose threads count or read an event at growing depths of their stacks. It prints how often a lock was not
 * released, or an event was counted in part.
 */
final class LockOverflowMain {

    private static final int ROUNDS = 300;
    private static final int SMALLEST_STACK = 160 << 10;

    private final StatementTable table =
            new StatementTable(StatementTableOptions.DEFAULT, () -> 0, new WallClock(0, 0));
    private final EventStats event = table.eventStats(EventKind.CONNECT);
    private final boolean records;
    private long recorded;

    private LockOverflowMain(boolean records) {
        this.records = records;
    }

    private void act() {
        if (records) {
            event.record(1, 1, 0);
            recorded++;
        } else {
            event.countOfAll();
        }
    }

    private long descend(long a, long b) {
        act();
        return descend(b, a) + a;
    }

    private long descendWide(long a, long b, long c, long d, long e) {
        act();
        return descendWide(b, a, d, e, c) + a + c + d;
    }

    private void overflow(boolean wide, int stack) throws InterruptedException {
        Thread thread = new Thread(
                null,
                () -> {
                    try {
                        long sum = wide ? descendWide(1, 2, 3, 4, 5) : descend(1, 2);
                        throw new IllegalStateException("no overflow: sum=" + sum);
                    } catch (StackOverflowError e) {
                        // expected
                    }
                },
                "overflows",
                stack);
        thread.start();
        thread.join();
    }

    public static void main(String[] args) throws Exception {
        Random random = new Random(5);
        int kept = 0;
        int halves = 0;
        for (int i = 0; i < ROUNDS; i++) {
            LockOverflowMain main = new LockOverflowMain(args[0].equals("record"));
            main.overflow(random.nextBoolean(), SMALLEST_STACK + random.nextInt(SMALLEST_STACK));
            if (main.table.lock().isLocked()) {
                kept++;
            } else if (main.event.snapshot().sumNanos() != main.recorded) {
                halves++;
            }
        }
        System.out.println("kept=" + kept + " halves=" + halves);
    }
}
