package dev.tollbooth.jdbc;

import dev.tollbooth.jdbc.ThinDriver.ThinConnection;
import dev.tollbooth.jdbc.ThinDriver.ThinStatement;
import dev.tollbooth.report.ItemInterval;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;

/**
 * An application whose threads overflow their stacks in JDBC calls, again and again. It prints the wrong results that
 * it saw, and the hanging threads.
 */
final class OverflowMain {

    private static final String SQL = "update stock set n = n + 1 where id = ?";
    private static final int PATIENCE_SECONDS = 30;
    private static final int SMALLEST_STACK = 160 << 10;
    private static final int LARGEST_STACK = 512 << 10;
    private static final int ROUNDS_BETWEEN_LOOKS = 40;
    /** The kinds of work that execute on a connection of their own and do nothing else. */
    private static final int[] EXECUTIONS = {1, 2, 4, 7};

    private final boolean onlyHangs;
    /** Whether only executions overflow, on connections that are not used again or closed. */
    private final boolean onlyExecutions;

    private final List<Connection> kept = new ArrayList<>();
    private final Random random;
    private final ThinDriver driver = ThinDriver.create();
    private final Tollbooth tollbooth;
    private final Connection connection;
    private final PreparedStatement shared;
    private final ThinStatement sharedBehind;
    private long executions;
    private int overflows;
    private volatile String wrong = "";

    private OverflowMain(long seed, String only) throws SQLException {
        this.onlyHangs = only.equals("hangs");
        this.onlyExecutions = only.equals("executions");
        this.random = new Random(seed);
        this.tollbooth = Tollbooth.builder().setting("name", "overflow").build();
        tollbooth.subscribe(report -> {}, ItemInterval.SECONDS_15);
        this.connection = tollbooth.wrap(driver).getConnection();
        this.sharedBehind = driver.last.next;
        this.shared = connection.prepareStatement(SQL);
        sharedBehind.executions = 0;
    }

    /** The call that overflows, with the number of times that the driver has done it. */
    private abstract static class Work {

        abstract void call() throws SQLException;

        abstract int done();

        /** Repeats the call at a growing depth until the stack is full; with {@code wide}, the frames are larger. */
        final void descend(OverflowMain main, boolean wide) throws SQLException {
            int before = done();
            try {
                call();
            } catch (StackOverflowError e) {
                if (done() != before) {
                    main.wrong = getClass().getSimpleName();
                }
                throw e;
            }
            if (wide) {
                descendWide(main, 1, 2, 3, 4, 5);
            } else {
                descend(main, false);
            }
        }

        private long descendWide(OverflowMain main, long a, long b, long c, long d, long e) throws SQLException {
            descend(main, true);
            return a + b + c + d + e;
        }
    }

    private static final class Update extends Work {
        private final PreparedStatement statement;
        private final ThinStatement behind;

        Update(PreparedStatement statement, ThinStatement behind) {
            this.statement = statement;
            this.behind = behind;
        }

        @Override
        void call() throws SQLException {
            statement.executeUpdate();
        }

        @Override
        int done() {
            return behind.done;
        }
    }

    private static final class Query extends Work {
        private final PreparedStatement statement;
        private final ThinStatement behind;

        Query(PreparedStatement statement, ThinStatement behind) {
            this.statement = statement;
            this.behind = behind;
        }

        @Override
        void call() throws SQLException {
            statement.executeQuery();
        }

        @Override
        int done() {
            return behind.done;
        }
    }

    private static final class Next extends Work {
        private final ResultSet rows;
        private final ThinStatement behind;

        Next(ResultSet rows, ThinStatement behind) {
            this.rows = rows;
            this.behind = behind;
        }

        @Override
        void call() throws SQLException {
            rows.next();
        }

        @Override
        int done() {
            return behind.rows.done;
        }
    }

    private static final class Batch extends Work {
        private final PreparedStatement statement;
        private final ThinStatement behind;

        Batch(PreparedStatement statement, ThinStatement behind) {
            this.statement = statement;
            this.behind = behind;
        }

        @Override
        void call() throws SQLException {
            statement.addBatch(); // an empty batch is no execution
            statement.executeBatch();
        }

        @Override
        int done() {
            return behind.done;
        }
    }

    private static final class Commit extends Work {
        private final Connection connection;
        private final ThinConnection behind;

        Commit(Connection connection, ThinConnection behind) {
            this.connection = connection;
            this.behind = behind;
        }

        @Override
        void call() throws SQLException {
            connection.commit();
        }

        @Override
        int done() {
            return behind.done;
        }
    }

    private static final class Prepare extends Work {
        private final Connection connection;
        private final ThinConnection behind;

        Prepare(Connection connection, ThinConnection behind) {
            this.connection = connection;
            this.behind = behind;
        }

        @Override
        void call() throws SQLException {
            connection.prepareStatement(SQL);
        }

        @Override
        int done() {
            return behind.done;
        }
    }

    private static final class Close extends Work {
        private final PreparedStatement statement;
        private final ThinStatement behind;

        Close(PreparedStatement statement, ThinStatement behind) {
            this.statement = statement;
            this.behind = behind;
        }

        @Override
        void call() throws SQLException {
            statement.close();
        }

        @Override
        int done() {
            return behind.done;
        }
    }

    /** A statement that the driver rejects, so that each execution is counted in the row at once. */
    private static final class Refused extends Work {
        private final PreparedStatement statement;

        Refused(PreparedStatement statement) {
            this.statement = statement;
        }

        @Override
        void call() {
            try {
                statement.executeLargeUpdate();
            } catch (SQLException e) {
                // the number of calls that the driver has done
            }
        }

        @Override
        int done() {
            return 0;
        }
    }

    /** A query whose rows are all read, so that fetches are counted. */
    private static final class ReadAll extends Work {
        private final PreparedStatement statement;

        ReadAll(PreparedStatement statement) {
            this.statement = statement;
        }

        @Override
        void call() throws SQLException {
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    rows.getInt(1);
                }
            }
        }

        @Override
        int done() {
            return 0;
        }
    }

    private Void round(int number) throws Exception {
        Connection own = tollbooth.wrap(driver).getConnection();
        ThinConnection behind = driver.last;
        ThinStatement statementBehind = behind.next;
        PreparedStatement statement = own.prepareStatement(SQL);
        Work work = switch (onlyExecutions ? EXECUTIONS[number % EXECUTIONS.length] : number % 10) {
            case 0 -> new Update(shared, sharedBehind);
            case 1 -> new Refused(statement);
            case 2 -> new Update(statement, statementBehind);
            case 3 -> new ReadAll(statement);
            case 4 -> new Query(statement, statementBehind);
            case 5 -> new Commit(own, behind);
            case 6 -> new Next(statement.executeQuery(), statementBehind);
            case 7 -> new Batch(statement, statementBehind);
            case 8 -> new Prepare(own, behind);
            default -> new Close(statement, statementBehind);
        };
        boolean wide = random.nextBoolean();
        int stack = SMALLEST_STACK + random.nextInt(LARGEST_STACK - SMALLEST_STACK);
        Thread thread = new Thread(
                null,
                () -> {
                    try {
                        work.descend(this, wide);
                    } catch (StackOverflowError e) {
                        overflows++;
                    } catch (SQLException e) {
                        wrong = e.toString();
                    }
                },
                "overflows",
                stack);
        thread.start();
        thread.join();
        if (!wrong.isEmpty() && !onlyHangs) {
            throw new IllegalStateException(
                    "the driver had done it, the application was told that it failed: " + wrong);
        }
        if (onlyExecutions) {
            kept.add(own);
        } else {
            own.close();
        }
        executions += statementBehind.executions;
        return null;
    }

    private static <T> T within(String what, Callable<T> action) throws Exception {
        FutureTask<T> task = new FutureTask<>(action);
        Thread thread = new Thread(task, what);
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            StringBuilder stack = new StringBuilder("hung: " + what);
            for (StackTraceElement frame : thread.getStackTrace()) {
                stack.append("\n  ").append(frame);
            }
            throw new IllegalStateException(stack.toString());
        } catch (ExecutionException e) {
            throw new IllegalStateException(what + " failed", e.getCause());
        }
    }

    private static Object bean(String type, String attribute) throws Exception {
        return ManagementFactory.getPlatformMBeanServer()
                .getAttribute(new ObjectName("dev.tollbooth:type=" + type + ",instance=overflow"), attribute);
    }

    private void look() throws Exception {
        within("the same statement", shared::executeUpdate);
        within("Statements.Count", () -> bean("Statements", "Count"));
        within("snapshot", () -> tollbooth.statements().list());
        within("ActiveStatements.Connections", () -> bean("ActiveStatements", "Connections"));
    }

    private long failures() throws Exception {
        long sum = 0;
        for (Object row : ((TabularData) bean("Control", "Failures")).values()) {
            sum += (Long) ((CompositeData) row).get("count");
        }
        return sum;
    }

    private void end() throws Exception {
        within("close", () -> {
            connection.close();
            return null;
        });
        executions += sharedBehind.executions;
        long counted = (Long) bean("Statements", "Count");
        long failures = failures();
        long end = System.nanoTime() + PATIENCE_SECONDS * 1_000_000_000L;
        while (((onlyExecutions && counted + failures < executions)
                        || !tollbooth.running().isEmpty())
                && System.nanoTime() < end) {
            Thread.sleep(100); // the next tick counts what was noted
            failures = failures();
        }
        System.out.println("overflows=" + overflows + " executions=" + executions + " counted=" + counted + " failures="
                + failures);
        if (!onlyHangs && (counted + failures < executions || counted > executions)) {
            throw new IllegalStateException("neither counted nor counted as failed");
        }
        if (!tollbooth.running().isEmpty()) {
            throw new IllegalStateException("shown as running after the end: " + tollbooth.running());
        }
        within("the last tick", () -> {
            tollbooth.close();
            return null;
        });
    }

    public static void main(String[] args) throws Exception {
        OverflowMain main = new OverflowMain(Long.parseLong(args[1]), args.length > 2 ? args[2] : "");
        try {
            for (int i = 0; i < Integer.parseInt(args[0]); i++) {
                int number = i;
                within("round " + i, () -> main.round(number));
                if (i % ROUNDS_BETWEEN_LOOKS == 0) {
                    main.look();
                }
            }
            main.look();
            main.end();
            System.out.println("well");
            System.out.flush();
            Runtime.getRuntime().halt(0);
        } catch (IllegalStateException e) {
            e.printStackTrace(System.out);
            Runtime.getRuntime().halt(1); // hooks would hang too
        }
    }
}
