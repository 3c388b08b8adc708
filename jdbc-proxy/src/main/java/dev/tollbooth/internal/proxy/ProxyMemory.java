package dev.tollbooth.internal.proxy;

import dev.tollbooth.internal.execution.AccountFinder;
import dev.tollbooth.internal.execution.ExecutionListeners;
import dev.tollbooth.internal.execution.SessionDialect;
import dev.tollbooth.internal.execution.StatementFunnel;
import dev.tollbooth.internal.execution.Transactions;
import dev.tollbooth.internal.journal.Session;
import dev.tollbooth.internal.memory.ObjectLayout;

/**
 * The memory of proxies, without the driver's objects and result buffers behind them.
 *
 * @param connectionBytes an open connection with its session
 * @param statementBytes an open statement that was executed
 * @param resultBytes an open result set
 */
public record ProxyMemory(long connectionBytes, long statementBytes, long resultBytes) {

    /** Calculates it for this JVM. */
    public static ProxyMemory of(ObjectLayout layout) {
        long connection = layout.shallow(ConnectionProxy.class)
                + layout.shallow(ReadStatements.class)
                + layout.references(ReadStatements.MOST)
                + layout.shallow(StatementFunnel.class)
                + layout.shallow(AccountFinder.class)
                + layout.shallow(Transactions.class)
                + layout.shallow(SessionDialect.class)
                + layout.shallow(ExecutionListeners.class)
                + Session.bytes(layout)
                + 2L * layout.referenceBytes(); // of the table that finds it
        return new ProxyMemory(
                connection, layout.shallow(PreparedStatementProxy.class), layout.shallow(ResultSetProxy.class));
    }
}
