package dev.tollbooth.jdbc;

import dev.tollbooth.accounting.time.Ticker;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * An instance that is made: by who asks for it, or on a thread of its own while the driver connects, which takes as long.
 *
 * <p>Thread-safe.
 */
final class Start {

    /** No more: the thread that makes the instance may need what the one that connects holds. */
    private static final long PATIENCE_SECONDS = 10;

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);

    // constants: where these are told there may be no memory for a text
    private static final String NO_THREAD =
            "no thread could be started that makes its instance; raise the limits of memory or of threads";
    private static final String NOT_ACCOUNTED = "its instance could not be asked; raise the limit of memory";

    /** A class, since a lambda's would be made anew as each application starts. */
    private record Making(Map<String, String> settings, String subProtocol, DriverNotices notices)
            implements Callable<Tollbooth> {
        @Override
        public Tollbooth call() {
            Settings loaded = Settings.load(settings, Sources.ofThisJvm());
            notices.ignored(loaded.ignored());
            return new Tollbooth(loaded, subProtocol);
        }
    }

    private final FutureTask<Tollbooth> making;
    private final DriverNotices notices;

    /**
     * Begins nothing yet.
     *
     * @param subProtocol the driver's that connects first, empty where that is not known
     * @param notices told of what is wrong and no reason to fail
     */
    Start(Map<String, String> settings, String subProtocol, DriverNotices notices) {
        this.making = new FutureTask<>(new Making(settings, subProtocol, notices));
        this.notices = notices;
    }

    /** Whether the instance is there, or could not be made. */
    boolean isDone() {
        return making.isDone();
    }

    /** Whether it could not be made or was closed since: who asks next needs another. */
    boolean isOver() {
        try {
            return making.isDone() && made().isClosed();
        } catch (RuntimeException e) {
            return true;
        }
    }

    /**
     * Returns the instance, made on this thread unless another makes it.
     *
     * @throws SettingsException if a setting that was typed is wrong
     * @throws IllegalStateException if it could not be made for another reason
     */
    Tollbooth get() {
        making.run();
        return made().openPorts();
    }

    /** Closes the instance; one that is being made is waited for, or its threads would stay. */
    void close() {
        try {
            get().close();
        } catch (SettingsException | IllegalStateException e) {
            // there is none
        }
    }

    private Tollbooth made() {
        try {
            return Objects.requireNonNull(await(Long.MAX_VALUE));
        } catch (ExecutionException e) {
            throw new IllegalStateException("no instance: " + e.getCause(), e.getCause());
        }
    }

    /**
     * Connects, accounted by the instance, which is made meanwhile on a thread of its own unless it is there.
     *
     * @param user the property {@code user}, empty where there is none
     * @param url the driver's own
     * @return the driver's own connection, unaccounted, where the instance isn't there in time or could not be made
     * @throws SettingsException if a setting that was typed is wrong; the driver's connection is closed
     */
    @Nullable
    Connection connect(Connecting<Connection> driver, String user, String url) throws SQLException {
        if (isDone()) {
            Tollbooth made = madeOrNull();
            return made == null ? driver.connect() : made.openPorts().connect(driver, user, made.wrapper(url));
        }
        if (!begin()) {
            return driver.connect();
        }
        long start = Ticker.SYSTEM.nanoTime();
        Connection connection;
        try {
            connection = driver.connect();
        } catch (Throwable failure) {
            failed(Ticker.SYSTEM.nanoTime() - start, failure);
            throw failure;
        }
        long nanos = Ticker.SYSTEM.nanoTime() - start;
        return connection == null ? null : accounted(connection, user, url, nanos);
    }

    /** Begins to make the instance; returns false where no thread can be had for that, which is told. */
    private boolean begin() {
        try {
            Thread thread = new Thread(null, making, "tollbooth-make", 0, false);
            // the settings may lie where only the caller's class loader sees them
            thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
            thread.setDaemon(true);
            thread.start();
            return true;
        } catch (Throwable t) {
            notices.unaccounted(NO_THREAD);
            return false;
        }
    }

    /** Counts a failure of the driver's; one of ours does not take its place. */
    private void failed(long nanos, Throwable failure) {
        try {
            Tollbooth made = madeOrNull();
            if (made != null) {
                made.openPorts().connected(nanos, failure);
            }
        } catch (SettingsException e) {
            throw e;
        } catch (Throwable t) {
            // not counted then: there is no connection that could go unaccounted
        }
    }

    private @Nullable Connection accounted(Connection connection, String user, String url, long nanos)
            throws SQLException {
        try {
            Tollbooth made = madeOrNull();
            return made == null ? connection : made.openPorts().accounted(connection, user, url, nanos);
        } catch (SettingsException e) {
            connection.close();
            throw e;
        } catch (Throwable t) {
            notices.unaccounted(NOT_ACCOUNTED);
            return connection; // the driver's own: to lose it, or to close it, would be worse
        }
    }

    /** Returns the instance, null where it isn't there in time or could not be made, which is told. */
    private @Nullable Tollbooth madeOrNull() {
        try {
            Tollbooth made = await(PATIENCE_NANOS);
            if (made == null) {
                notices.unaccounted("its instance was not made within " + PATIENCE_SECONDS
                        + " s, something that the connecting thread holds keeps it; connect outside of locks and static"
                        + " initializers");
            }
            return made;
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNull(e.getCause());
            StackTraceElement[] trace = cause.getStackTrace();
            // not its message, which may hold anything
            notices.unaccounted("its instance could not be made, exception="
                    + cause.getClass().getName() + (trace.length == 0 ? "" : ", at=" + trace[0])
                    + "; please report it");
            return null;
        }
    }

    /**
     * Returns the instance, null after {@code nanos}; an interrupt is kept for the application.
     *
     * @throws ExecutionException if it could not be made, but for a setting
     */
    private @Nullable Tollbooth await(long nanos) throws ExecutionException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return making.get(nanos, TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (TimeoutException e) {
                    return null;
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SettingsException wrong) {
                throw wrong;
            }
            throw e;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
