package dev.tollbooth.internal.proxy;

import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.execution.AccountFinder;
import dev.tollbooth.internal.execution.AccountingContext;
import dev.tollbooth.internal.execution.ConnectionFacts;
import dev.tollbooth.internal.execution.ExecutionListeners;
import dev.tollbooth.internal.execution.SessionDialect;
import dev.tollbooth.internal.execution.StatementFunnel;
import dev.tollbooth.internal.execution.Transactions;
import dev.tollbooth.internal.journal.Session;
import dev.tollbooth.internal.memory.ObjectLayout;
import dev.tollbooth.internal.ru.InternalRuReader;
import dev.tollbooth.internal.ru.RuSources;
import dev.tollbooth.internal.ru.SourceConnection;
import dev.tollbooth.internal.vendor.VendorInterfaces;
import dev.tollbooth.spi.PlanReader;
import dev.tollbooth.spi.PlanSource;
import dev.tollbooth.statement.EventKind;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.PooledConnection;
import javax.sql.XAConnection;
import org.jspecify.annotations.Nullable;

/**
 * An opener of the connections of one data source or URL. It times the driver's call, and puts the connection into a
 * proxy.
 *
 * <p>Thread-safe. If wrapping fails, the failure is counted, and the application gets the driver's own connection,
 * because losing or closing it would be worse.
 */
public final class ConnectionWrapper {

    /** The failures, for callers whose stack has no room for a call. */
    final Failures failures;

    private final AccountingContext instruments;
    private final VendorInterfaces vendorInterfaces;
    private final ProxyFactory factory;
    private final String url;

    /** The facts of the first connection that was requested without a user; the connections of a pool are alike. */
    private volatile @Nullable ConnectionFacts facts;

    /**
     * Makes a wrapper whose connections {@code instruments} account for.
     *
     * @param url the driver's own URL of the connections, empty if unknown
     */
    public ConnectionWrapper(AccountingContext instruments, VendorInterfaces vendorInterfaces, String url) {
        this.instruments = instruments;
        this.failures = instruments.failures();
        this.vendorInterfaces = vendorInterfaces;
        this.factory = new ProxyFactory(vendorInterfaces);
        this.url = url;
    }

    /** Opens and returns a connection of {@code user}. */
    public @Nullable Connection connect(Connecting<Connection> driver, String user) throws SQLException {
        Connection connection = timed(driver);
        try {
            return wrap(connection, user);
        } catch (VirtualMachineError | LinkageError t) {
            failures.uncounted++;
            return connection;
        }
    }

    /** Opens and returns a pooled connection of {@code user}, which a pool or a transaction manager keeps. */
    public @Nullable PooledConnection pooled(Connecting<? extends PooledConnection> driver, String user)
            throws SQLException {
        PooledConnection connection = timed(driver);
        try {
            return wrap(connection, user);
        } catch (Throwable t) {
            try {
                failures.caught(Place.CONNECT, t);
            } catch (VirtualMachineError | LinkageError more) {
                failures.uncounted++;
            }
            return connection;
        }
    }

    private <C> @Nullable C timed(Connecting<C> driver) throws SQLException {
        long start = instruments.start(Place.CONNECT);
        C connection;
        try {
            connection = driver.connect();
        } catch (Throwable failure) {
            instruments.event(EventKind.CONNECT, start, failure);
            throw failure;
        }
        if (connection != null) {
            instruments.event(EventKind.CONNECT, start, null);
        }
        return connection;
    }

    /**
     * Returns a proxy of {@code connection}, or {@code connection} itself if this instance accounts for it already.
     *
     * @param user the user that asked for the connection, empty if unknown
     */
    public @Nullable Connection wrap(@Nullable Connection connection, String user) {
        try {
            if (connection == null || isAccounted(connection)) {
                return connection;
            }
            ConnectionFacts known = facts(connection, user);
            instruments.attribution().connected().accept(known.product(), url);
            SessionDialect digests = new SessionDialect(instruments.attribution(), known, connection);
            SourceConnection described = described(connection, known, digests);
            StatementFunnel funnel =
                    new StatementFunnel(instruments, known, connection, digests, costs(described), plans(connection));
            return factory.connection(connection, funnel);
        } catch (Throwable t) {
            try {
                failures.caught(Place.CONNECT, t);
            } catch (VirtualMachineError | LinkageError more) {
                failures.uncounted++;
            }
            return connection;
        }
    }

    /** Returns a proxy of {@code connection}, whose connections are proxies too. */
    private @Nullable PooledConnection wrap(@Nullable PooledConnection connection, String user) {
        if (connection == null || connection instanceof PooledConnectionProxy) {
            return connection;
        }
        return connection instanceof XAConnection xa
                ? vendorInterfaces
                        .prototype(XAConnectionProxy.class, xa.getClass())
                        .create(xa, this, user)
                : vendorInterfaces
                        .prototype(PooledConnectionProxy.class, connection.getClass())
                        .create(connection, this, user);
    }

    XAResourceProxy wrap(javax.transaction.xa.XAResource resource) {
        return vendorInterfaces
                .prototype(XAResourceProxy.class, resource.getClass())
                .create(resource, instruments);
    }

    /**
     * Returns whether {@code connection} wraps a proxy of the same instance. A second proxy would count everything
     * twice.
     */
    private boolean isAccounted(Connection connection) throws SQLException {
        return connection.isWrapperFor(ConnectionProxy.class)
                && connection.unwrap(ConnectionProxy.class).funnel.isOf(instruments);
    }

    /** Returns the reader of this connection's costs, null if they are estimated. */
    private @Nullable InternalRuReader costs(SourceConnection described) {
        RuSources sources = instruments.costs().sources();
        if (sources.isNone()) {
            return null;
        }
        try {
            return sources.open(described);
        } catch (Throwable t) {
            instruments.failures().caught(Place.RU_SOURCE, t);
            return null;
        }
    }

    /** Returns the reader of plans on this connection, null without a plan source. */
    private @Nullable PlanReader plans(Connection connection) {
        PlanSource source = instruments.costs().planBook().source();
        try {
            return source == null ? null : source.open(connection);
        } catch (Throwable t) {
            if (!ConnectionFacts.isLost(connection, t)) {
                instruments.failures().caught(Place.PLAN_SOURCE, t);
            }
            return null;
        }
    }

    private SourceConnection described(Connection connection, ConnectionFacts known, SessionDialect digests) {
        return new SourceConnection(
                connection,
                known.product(),
                known.traits().warningsAreLocal,
                known.user(),
                instruments.costs().sources().options(),
                digests,
                instruments.failures(),
                instruments.notices().drops());
    }

    /** Returns the bytes of the proxy of an open connection with its session, without the driver's objects. */
    public static long connectionBytes(ObjectLayout layout) {
        return layout.shallow(ConnectionProxy.class)
                + layout.shallow(StatementFunnel.class)
                + layout.shallow(AccountFinder.class)
                + layout.shallow(Transactions.class)
                + layout.shallow(SessionDialect.class)
                + layout.shallow(ExecutionListeners.class)
                + Session.bytes(layout)
                + 2L * layout.referenceBytes(); // the map that finds the session
    }

    private ConnectionFacts facts(Connection connection, String user) throws SQLException {
        ConnectionFacts known = facts;
        if (known == null || !user.isEmpty()) {
            known = ConnectionFacts.of(connection, user, url);
            if (user.isEmpty()) {
                facts = known;
            }
        }
        return known;
    }
}
