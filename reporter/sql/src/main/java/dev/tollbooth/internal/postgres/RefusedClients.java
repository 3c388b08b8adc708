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
 * Clients for whom there is no place, until they are told so. Most ask first whether the connection can be encrypted, and
 * show nothing of an error that comes instead of the answer.
 *
 * <p>Not thread-safe: it is the listener's, who never waits for any of them.
 */
final class RefusedClients {
    private static final int MOST = 16;
    private static final long PATIENCE_NANOS = 500_000_000L;
    private static final int QUESTION_BYTES = 8;

    private record Client(Socket socket, long untilNanos) {}

    private final Deque<Client> clients = new ArrayDeque<>();
    private final String reason;

    /** {@code reason} is what they are told. */
    RefusedClients(String reason) {
        this.reason = reason;
    }

    /** Returns the reason where all places are taken. */
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

    /** Answers those who have asked, and tells those who begin to log in or have said nothing for too long. */
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
            // it has gone: telling finds out as well
        }
        tell(client.socket);
        return true;
    }

    private static boolean isEncryptionAsked(byte[] question) {
        return PostgresLogin.isEncryptionAsked(ByteBuffer.wrap(question).getInt(Integer.BYTES));
    }

    private void tell(Socket socket) {
        try (Socket open = socket) {
            WireWriter writer = new WireWriter(open.getOutputStream()); // so little never waits
            writer.error(PostgresException.fatal(PostgresException.TOO_MANY_CONNECTIONS, reason));
            writer.flush();
        } catch (IOException e) {
            // it has gone
        }
    }

    /** Tells all. */
    void close() {
        clients.forEach(client -> tell(client.socket));
        clients.clear();
    }
}
