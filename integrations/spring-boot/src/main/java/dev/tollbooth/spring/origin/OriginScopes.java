package dev.tollbooth.spring.origin;

import dev.tollbooth.jdbc.Tollbooth;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * The scopes that name one origin to each instance of an application.
 *
 * <p>Not thread-safe: it is closed on the thread that entered.
 */
final class OriginScopes {

    private static final Log LOG = LogFactory.getLog(OriginScopes.class);

    /** The one entered last is the first. */
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    private OriginScopes() {}

    /** Returns a scope of nothing: closing it does nothing. */
    static OriginScopes none() {
        return new OriginScopes();
    }

    /** Names {@code origin} what this thread executes from now on. */
    static OriginScopes enter(Collection<Tollbooth> instances, String origin) {
        OriginScopes scopes = new OriginScopes();
        for (Tollbooth instance : instances) {
            scopes.opened.push(instance.enterOrigin(origin));
        }
        return scopes;
    }

    /** As {@link #enter}, but for instances whose origin this thread has named already: what it began is told apart by that. */
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
