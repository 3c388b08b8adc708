package dev.tollbooth.jdbc.proxy;

import dev.tollbooth.accounting.memory.ObjectLayout;
import dev.tollbooth.accounting.session.Session;
import dev.tollbooth.accounting.statement.TransactionTracker;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the proxies of a connection take.
 *
 * @param connectionBytes an open connection with its session, and one statement with a result set
 */
public record ProxyMemory(long connectionBytes) {

    private static final int TRACKER_SLOTS = 32;

    /** Calculates it for this JVM. */
    public static ProxyMemory of(ObjectLayout layout) {
        return new ProxyMemory(layout.shallow(ConnectionProxy.class)
                + layout.shallow(StatementFunnel.class)
                + layout.shallow(TransactionTracker.class)
                + layout.array(TRACKER_SLOTS, Long.BYTES)
                + layout.shallow(Session.class)
                + layout.shallow(AtomicInteger.class)
                + layout.shallow(WeakReference.class)
                + layout.mapNode()
                + layout.shallow(PreparedStatementProxy.class)
                + layout.shallow(dev.tollbooth.accounting.session.Execution.class)
                + layout.shallow(ResultSetProxy.class));
    }
}
