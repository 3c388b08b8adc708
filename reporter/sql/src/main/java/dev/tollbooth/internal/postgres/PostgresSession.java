package dev.tollbooth.internal.postgres;

import dev.tollbooth.internal.postgres.wire.PostgresException;
import dev.tollbooth.internal.postgres.wire.WireMessage;
import dev.tollbooth.internal.postgres.wire.WireReader;
import dev.tollbooth.internal.postgres.wire.WireWriter;
import java.io.IOException;
import java.net.Socket;
import java.security.SecureRandom;

/**
 * The session of one client: the login, then the statements, until the client leaves or times out.
 *
 * <p>Thread-safe: only the session's own thread calls {@link #run}; any thread may call the rest.
 */
final class PostgresSession implements Runnable {

    private final int number;
    private final int secret = new SecureRandom().nextInt();
    private final Socket socket;
    private final PortServices services;
    private final QueryMeter meter;
    private final long beganNanos;
    private volatile long closeAtNanos;
    private volatile boolean loggedIn;
    private volatile boolean closed;

    PostgresSession(int number, Socket socket, PortServices services) {
        this.number = number;
        this.socket = socket;
        this.services = services;
        this.meter = new QueryMeter(
                services.room(), services.allocated(), services.limits().queryNanos());
        this.beganNanos = services.ticker().nanoTime();
        closeIn(services.limits().loginNanos());
    }

    /** The thread of one session, which counts the rows that it reads from the tables. */
    static final class SessionThread extends Thread implements RowMeter {

        /**
         * The stack size in bytes. Deep expressions need much stack, and code that reads a table must not run out of it.
         */
        private static final long STACK_BYTES = 2 << 20;

        private final QueryMeter meter;

        private SessionThread(PostgresSession session) {
            super(null, session, "tollbooth-sql-" + session.number, STACK_BYTES, false);
            setDaemon(true);
            this.meter = session.meter;
        }

        @Override
        public boolean rowRead() {
            return meter.rowRead();
        }

        /** Counts a plan like a row, because a plan takes memory, too. */
        @Override
        public boolean planWeighed() {
            return meter.rowRead();
        }
    }

    Thread thread() {
        return new SessionThread(this);
    }

    private void closeIn(long nanos) {
        closeAtNanos = services.ticker().nanoTime() + nanos;
    }

    @Override
    public void run() {
        try (Socket open = socket) {
            open.setTcpNoDelay(true);
            WireWriter out = new WireWriter(open.getOutputStream());
            try {
                serve(new WireReader(open.getInputStream()), out);
            } catch (PostgresException e) {
                out.error(e);
            } catch (RuntimeException | VirtualMachineError e) {
                // also with a full heap: the thread is ours, and the client gets the error
                out.error(PostgresException.fatal(
                        PostgresException.INTERNAL,
                        "internal error: exception=" + e.getClass().getName()));
            }
            out.flush();
            open.shutdownOutput();
        } catch (IOException e) {
            // the client has left, or was disconnected
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the port is closing
        } finally {
            services.places().remove(this);
        }
    }

    private void serve(WireReader in, WireWriter out) throws IOException, PostgresException, InterruptedException {
        PostgresLogin.Outcome login = new PostgresLogin(in, out, services.users(), services.wrongPasswords()).run();
        if (login.user().isEmpty()) {
            services.cancel().accept(login);
            return;
        }
        PortLimits limits = services.limits();
        if (!services.places().login(this)) {
            throw PostgresException.fatal(
                    PostgresException.TOO_MANY_CONNECTIONS, RefusedClients.tooMany(limits.connections()));
        }
        QueryRunner runner =
                new QueryRunner(services.source(), login.user(), limits, meter, services.room(), services.ticker());
        SessionSettings settings = new SessionSettings(login.user());
        Conversation conversation = new Conversation(out, runner, settings);
        try {
            settings.report(out);
            out.begin('K').int32(number).int32(secret).end();
            conversation.begin();
            boolean on = true;
            while (on) {
                closeIn(conversation.isSuspended() ? limits.suspendedNanos() : limits.idleNanos());
                WireMessage message = in.message();
                closeIn(limits.queryNanos() + limits.graceNanos());
                on = conversation.answer(message);
            }
        } finally {
            conversation.close();
            runner.close();
        }
    }

    /**
     * Stops a statement that is overdue or lacks memory; disconnects a client whose time is over. The port calls this
     * periodically.
     */
    void look(long nowNanos) {
        meter.look(nowNanos);
        if (nowNanos - closeAtNanos > 0) {
            close();
        }
    }

    /** Cancels the running statement if {@code request} has this session's number and secret. */
    void cancel(PostgresLogin.Outcome request) {
        if (request.processId() == number && request.secret() == secret) {
            meter.stop(QueryMeter.Stop.USER);
        }
    }

    int number() {
        return number;
    }

    void loggedIn() {
        loggedIn = true;
    }

    /** Returns whether the user has logged in, so that the session counts towards the limit of connections. */
    boolean isLoggedIn() {
        return loggedIn;
    }

    /** Returns whether the session began before the time {@code nanos}, is not logged in, and was not disconnected. */
    boolean isBeforeLogin(long nanos) {
        return !loggedIn && !closed && beganNanos - nanos < 0;
    }

    /** Returns whether the session's time has been over for so long that a thread that still runs is stuck. */
    boolean isStuck(long nowNanos) {
        return loggedIn && closed && nowNanos - closeAtNanos > services.limits().graceNanos();
    }

    /** Stops the running statement and disconnects the client. */
    void close() {
        closed = true;
        meter.stop(QueryMeter.Stop.USER);
        try {
            socket.close();
        } catch (IOException e) {
            // the thread notices as well
        }
    }
}
