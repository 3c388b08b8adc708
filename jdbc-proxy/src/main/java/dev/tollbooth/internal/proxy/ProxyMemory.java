package dev.tollbooth.internal.proxy;

import dev.tollbooth.internal.execution.AccountFinder;
import dev.tollbooth.internal.execution.ExecutionListeners;
import dev.tollbooth.internal.execution.SessionDialect;
import dev.tollbooth.internal.execution.StatementFunnel;
import dev.tollbooth.internal.execution.Transactions;
import dev.tollbooth.internal.journal.Session;
import dev.tollbooth.internal.memory.ObjectLayout;

/**
 * The memory of proxies, without the driver's objects and result buffers.
 *
 * @param connectionBytes the bytes of an open connection with its session
 * @param statementBytes the bytes of an open statement that was executed
 * @param resultBytes the bytes of an open result set
 */
public record ProxyMemory(long connectionBytes, long statementBytes, long resultBytes) {

    /** Returns the memory of proxies in this JVM, calculated by {@code layout}. */
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
                + 2L * layout.referenceBytes(); // the map that finds the session
        return new ProxyMemory(
                connection, layout.shallow(PreparedStatementProxy.class), layout.shallow(ResultSetProxy.class));
    }
}
