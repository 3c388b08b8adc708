package dev.tollbooth.internal.postgres;

import dev.tollbooth.internal.postgres.wire.PostgresException;
import dev.tollbooth.internal.postgres.wire.WireWriter;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The clients for which there is no place, until they have received the error. Most clients first ask whether the
 * connection can be encrypted, and would ignore an error instead of an answer to that.
 *
 * <p>Not thread-safe: only the listener uses it, and it never waits for a client.
 */
final class RefusedClients {
    private static final int MOST = 16;
    private static final long PATIENCE_NANOS = 500_000_000L;
    private static final int QUESTION_BYTES = 8;

    private record Client(Socket socket, long untilNanos) {}

    private final Deque<Client> clients = new ArrayDeque<>();
    private final String reason;

    /** Makes an empty set whose clients get {@code reason}. */
    RefusedClients(String reason) {
        this.reason = reason;
    }

    /** Returns the reason to give if all places of a port are taken. */
    static String tooMany(int limit) {
        return "too many connections: limit=" + limit + "; close some";
    }

    void add(Socket socket, long nowNanos) {
        clients.add(new Client(socket, nowNanos + PATIENCE_NANOS));
        if (clients.size() > MOST) {
            tell(clients.remove().socket);
        }
    }

    boolean isEmpty() {
        return clients.isEmpty();
    }

    /** Answers requests for encryption. Sends the error to clients that begin a login or are silent for too long. */
    void look(long nowNanos) {
        clients.removeIf(client -> isOver(client, nowNanos));
    }

    private boolean isOver(Client client, long nowNanos) {
        try {
            InputStream in = client.socket.getInputStream();
            boolean spoke = in.available() >= QUESTION_BYTES;
            if (spoke && isEncryptionAsked(in.readNBytes(QUESTION_BYTES))) {
                client.socket.getOutputStream().write(WireWriter.NO_ENCRYPTION);
                return false;
            }
            if (!spoke && nowNanos - client.untilNanos < 0) {
                return false;
            }
        } catch (IOException e) {
            // the client has left, which sending the error will show
        }
        tell(client.socket);
        return true;
    }

    private static boolean isEncryptionAsked(byte[] question) {
        return PostgresLogin.isEncryptionAsked(ByteBuffer.wrap(question).getInt(Integer.BYTES));
    }

    private void tell(Socket socket) {
        try (Socket open = socket) {
            WireWriter writer = new WireWriter(open.getOutputStream()); // so few bytes never block
            writer.error(PostgresException.fatal(PostgresException.TOO_MANY_CONNECTIONS, reason));
            writer.flush();
        } catch (IOException e) {
            // the client has left
        }
    }

    /** Sends the error to all clients. */
    void close() {
        clients.forEach(client -> tell(client.socket));
        clients.clear();
    }
}
