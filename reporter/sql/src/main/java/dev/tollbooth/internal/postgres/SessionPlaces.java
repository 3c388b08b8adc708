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
 * The places for the sessions of a port: a number of places for logged-in users, and as many for clients before the
 * login.
 *
 * <p>If all places before the login are taken, further clients wait, and the oldest sessions before the login are
 * closed for them. So clients that never log in can't keep others out.
 *
 * <p>Thread-safe, except for waiting clients, which belong to the listener.
 */
final class SessionPlaces {

    /** The time that a client has to log in, even if others wait. */
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

    /** Returns whether there are neither sessions nor waiting clients. */
    boolean isEmpty() {
        return sessions.isEmpty() && waiting.isEmpty();
    }

    /** Returns the number of sessions that were ended and whose threads still run. */
    int stuck() {
        return stuck.size();
    }

    /**
     * Returns whether no other user can log in. Stuck threads take places only if there are more of them than places.
     */
    boolean isFull() {
        long users =
                sessions.keySet().stream().filter(PostgresSession::isLoggedIn).count();
        return users + Math.max(0, stuck.size() - most) >= most;
    }

    /** Logs in a session whose password was correct, if a place is free; returns whether one was free. */
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

    /** Frees the place of a session that was ended although its thread still runs. */
    void leave(PostgresSession session) {
        stuck.add(session);
        if (sessions.remove(session) == null) {
            stuck.remove(session); // the session has ended meanwhile
        }
    }

    /**
     * Lets {@code client} wait. If too many clients wait, removes and returns the one that has waited longest; else
     * returns null.
     */
    @Nullable
    Socket enqueue(Socket client) {
        waiting.add(client);
        return waiting.size() > MOST_WAITING ? waiting.poll() : null;
    }

    /**
     * Returns the next client that waits if there is a place before the login. Else closes the oldest sessions before
     * the login to make room, and returns null.
     */
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

    /** Removes and returns a client that waits; null if there is none. */
    @Nullable
    Socket abandon() {
        return waiting.poll();
    }
}
