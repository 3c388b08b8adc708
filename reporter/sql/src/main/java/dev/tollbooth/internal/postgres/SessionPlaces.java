package dev.tollbooth.internal.postgres;

import java.net.Socket;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of a port: so many whose users have logged in, and as many before the login.
 *
 * <p>Clients that come while all places before the login are taken wait for one, and the oldest session there makes room.
 * So clients that never log in can't keep others out.
 *
 * <p>Thread-safe, but for the clients that wait: these are the listener's.
 */
final class SessionPlaces {

    /** A client has so long to log in even where others wait. */
    private static final long UNDISTURBED_NANOS = 250_000_000L;

    private static final int MOST_WAITING = 64;

    private final int most;
    private final Map<PostgresSession, Thread> sessions = new ConcurrentHashMap<>();
    private final Set<PostgresSession> stuck = ConcurrentHashMap.newKeySet();
    private final Deque<Socket> waiting = new ArrayDeque<>();

    SessionPlaces(int most) {
        this.most = most;
    }

    Collection<PostgresSession> sessions() {
        return sessions.keySet();
    }

    Collection<Thread> threads() {
        return sessions.values();
    }

    /** Returns whether nobody is there or waits. */
    boolean isEmpty() {
        return sessions.isEmpty() && waiting.isEmpty();
    }

    /** Returns how many sessions are over whose threads go on. */
    int stuck() {
        return stuck.size();
    }

    /** Returns whether no other user can log in. Threads that are stuck count only where they are as many again. */
    boolean isFull() {
        long users =
                sessions.keySet().stream().filter(PostgresSession::isLoggedIn).count();
        return users + Math.max(0, stuck.size() - most) >= most;
    }

    /** Gives a user who has shown the password a place, and returns whether there is one. */
    synchronized boolean login(PostgresSession session) {
        if (isFull()) {
            return false;
        }
        session.loggedIn();
        return true;
    }

    void add(PostgresSession session, Thread thread) {
        sessions.put(session, thread);
    }

    void remove(PostgresSession session) {
        sessions.remove(session);
        stuck.remove(session);
    }

    /** Takes the place of a session that is over though its thread goes on. */
    void leave(PostgresSession session) {
        stuck.add(session);
        if (sessions.remove(session) == null) {
            stuck.remove(session); // it has ended meanwhile
        }
    }

    /** Has {@code client} wait, and returns the client that has waited longest where too many do. */
    @Nullable
    Socket enqueue(Socket client) {
        waiting.add(client);
        return waiting.size() > MOST_WAITING ? waiting.poll() : null;
    }

    /** Returns the client who is next where there is a place before the login, and makes room for those who wait. */
    @Nullable
    Socket next(long nowNanos) {
        if (waiting.isEmpty()) {
            return null;
        }
        long before = sessions.keySet().stream()
                .filter(session -> !session.isLoggedIn())
                .count();
        if (before < most) {
            return waiting.poll();
        }
        sessions.keySet().stream()
                .filter(session -> session.isBeforeLogin(nowNanos - UNDISTURBED_NANOS))
                .sorted(Comparator.comparingInt(PostgresSession::number))
                .limit(waiting.size())
                .forEach(PostgresSession::close);
        return null;
    }

    /** Returns the clients that wait, who wait no longer. */
    @Nullable
    Socket abandon() {
        return waiting.poll();
    }
}
