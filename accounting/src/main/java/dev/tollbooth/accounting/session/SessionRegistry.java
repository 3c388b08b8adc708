package dev.tollbooth.accounting.session;

import dev.tollbooth.accounting.time.Ticker;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The open sessions of one instance, and through them every statement that runs now.
 *
 * <p>Thread-safe. Sessions are held weakly: a connection that was leaked without a close is forgotten with it.
 */
public final class SessionRegistry {

    private static final class Entry extends WeakReference<Session> {
        final long id;

        Entry(Session session, ReferenceQueue<Session> queue) {
            super(session, queue);
            this.id = session.id();
        }
    }

    private final Ticker ticker;
    private final AtomicLong lastId = new AtomicLong();
    private final ConcurrentHashMap<Long, Entry> sessions = new ConcurrentHashMap<>();
    private final ReferenceQueue<Session> leaked = new ReferenceQueue<>();

    /** No sessions yet; {@code ticker} is the clock that executions begin by. */
    public SessionRegistry(Ticker ticker) {
        this.ticker = ticker;
    }

    /** Registers a new connection of {@code user} (empty where it is not known). */
    public Session open(String user) {
        for (Object gone = leaked.poll(); gone != null; gone = leaked.poll()) {
            sessions.remove(((Entry) gone).id);
        }
        Session session = new Session(lastId.incrementAndGet(), user);
        sessions.put(session.id(), new Entry(session, leaked));
        return session;
    }

    /** Forgets {@code session}; a second close does nothing. */
    public void close(Session session) {
        sessions.remove(session.id());
    }

    /** Returns how many sessions are open. */
    public int size() {
        return sessions.size();
    }

    /** Returns the statements that run now, the longest running first. */
    public List<RunningStatement> running() {
        long now = ticker.nanoTime();
        List<RunningStatement> result = new ArrayList<>();
        for (Entry entry : sessions.values()) {
            Session session = entry.get();
            if (session != null) {
                session.read(now, result);
            }
        }
        result.sort((a, b) -> Long.compare(b.elapsedNanos(), a.elapsedNanos()));
        return result;
    }

    /**
     * Cancels the execution that {@link RunningStatement#id} names, if it still runs: never one after it.
     *
     * @return whether a cancel was sent
     * @throws Exception what the driver's cancel threw
     */
    public boolean cancel(String id) throws Exception {
        Session session = session(id);
        return session != null && session.cancel(id);
    }

    private @Nullable Session session(String id) {
        int dot = id.indexOf('.');
        try {
            Entry entry = dot < 0 ? null : sessions.get(Long.valueOf(id.substring(0, dot)));
            return entry == null ? null : entry.get();
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
