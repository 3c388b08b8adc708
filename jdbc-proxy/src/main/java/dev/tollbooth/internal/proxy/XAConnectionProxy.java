package dev.tollbooth.internal.proxy;

import java.sql.SQLException;
import javax.sql.XAConnection;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * A pooled connection of a distributed transaction, whose commits and rollbacks are timed.
 *
 * <p>As thread-safe as the driver's connection.
 */
public abstract class XAConnectionProxy extends PooledConnectionProxy implements XAConnection {

    /** The driver's connection. */
    protected final XAConnection xa;

    /** The last result of {@link #getXAResource}. */
    private @Nullable XAResourceProxy resource;

    /** Wraps {@code xa}, made for {@code user}. */
    protected XAConnectionProxy(XAConnection xa, ConnectionWrapper wrapper, String user) {
        super(xa, wrapper, user);
        this.xa = xa;
    }

    /** Returns a new proxy of the same class as this one. */
    protected abstract XAConnectionProxy create(XAConnection newDelegate, ConnectionWrapper newWrapper, String newUser);

    @Override
    public final @Nullable XAResource getXAResource() throws SQLException {
        XAResource found = xa.getXAResource();
        try {
            XAResourceProxy known = resource;
            if (found != null && (known == null || known.delegate != found)) {
                known = wrapper.wrap(found);
                resource = known;
            }
            return found == null ? null : known;
        } catch (RuntimeException | VirtualMachineError | LinkageError t) {
            wrapper.failures.uncounted++;
            return found; // the driver's own resource, unaccounted
        }
    }
}
