package dev.tollbooth.spring.origin;

import dev.tollbooth.jdbc.Tollbooth;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * The open scopes of one origin, one in each instance of an application.
 *
 * <p>Not thread-safe: closed on the thread that opened them.
 */
final class OriginScopes {

    private static final Log LOG = LogFactory.getLog(OriginScopes.class);

    /** The open scopes, the last opened first. */
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    private OriginScopes() {}

    /** Returns an empty scope, whose close does nothing. */
    static OriginScopes none() {
        return new OriginScopes();
    }

    /** Sets {@code origin} for this thread's executions in each instance. Close the result to end the scopes. */
    static OriginScopes enter(Collection<Tollbooth> instances, String origin) {
        OriginScopes scopes = new OriginScopes();
        for (Tollbooth instance : instances) {
            scopes.opened.push(instance.enterOrigin(origin));
        }
        return scopes;
    }

    /** Sets {@code origin} in each instance where this thread has no origin yet. Close the result to end the scopes. */
    static OriginScopes enterUnlessNamed(List<Tollbooth> instances, String origin) {
        return enter(instances.stream().filter(one -> one.origin().isEmpty()).toList(), origin);
    }

    void close() {
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception e) {
                LOG.warn("an origin's scope did not end: exception="
                        + e.getClass().getName() + "; please report it");
            }
        }
    }
}
