package dev.tollbooth.jdbc.proxy;

import dev.tollbooth.accounting.journal.Session;
import dev.tollbooth.accounting.memory.ObjectLayout;
import dev.tollbooth.accounting.statement.TransactionTracker;
import java.lang.ref.WeakReference;

/**
 * What proxies take, the driver's own objects and result buffers behind them apart.
 *
 * @param connectionBytes an open connection with its session
 * @param statementBytes an open statement that was executed
 * @param resultBytes an open result set
 */
public record ProxyMemory(long connectionBytes, long statementBytes, long resultBytes) {

    /** Calculates it for this JVM. */
    public static ProxyMemory of(ObjectLayout layout) {
        long connection = layout.shallow(ConnectionProxy.class)
                + layout.shallow(StatementFunnel.class)
                + layout.shallow(AccountFinder.class)
                + layout.shallow(Transactions.class)
                + layout.shallow(TransactionTracker.class)
                + layout.array(TransactionTracker.LENGTH, Long.BYTES)
                + layout.shallow(Session.class)
                + layout.shallow(WeakReference.class)
                + layout.mapNode();
        return new ProxyMemory(
                connection, layout.shallow(PreparedStatementProxy.class), layout.shallow(ResultSetProxy.class));
    }
}
