package dev.tollbooth.internal.proxy;

import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.execution.AccountingContext;
import dev.tollbooth.statement.EventKind;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * A resource of a distributed transaction, whose commits and rollbacks are timed like a connection's.
 *
 * <p>As thread-safe as the driver's resource.
 */
public abstract class XAResourceProxy implements XAResource {

    /** The driver's resource. */
    protected final XAResource delegate;

    private final AccountingContext instruments;
    private final Failures failures;

    /** Wraps {@code delegate}. */
    protected XAResourceProxy(XAResource delegate, AccountingContext instruments) {
        this.delegate = delegate;
        this.instruments = instruments;
        this.failures = instruments.failures();
    }

    /** Returns a new proxy of the same class as this one. */
    protected abstract XAResourceProxy create(XAResource newDelegate, AccountingContext newInstruments);

    @Override
    public final void commit(Xid xid, boolean onePhase) throws XAException {
        end(EventKind.COMMIT, xid, onePhase);
    }

    @Override
    public final void rollback(Xid xid) throws XAException {
        end(EventKind.ROLLBACK, xid, false);
    }

    private void end(EventKind kind, Xid xid, boolean onePhase) throws XAException {
        long start = AccountingContext.NOT_TIMED;
        try {
            start = instruments.start(Place.TRANSACTION);
        } catch (VirtualMachineError | LinkageError t) {
            failures.uncounted++; // the stack is full: the driver may need less, so the call is not timed
        }
        Throwable failure = null;
        try {
            if (kind == EventKind.COMMIT) {
                delegate.commit(xid, onePhase);
            } else {
                delegate.rollback(xid);
            }
        } catch (Throwable t) {
            failure = t;
            throw t;
        } finally {
            try {
                instruments.event(kind, start, failure);
            } catch (VirtualMachineError | LinkageError t) {
                failures.uncounted++;
            }
        }
    }

    /** Returns the driver's answer for the resource behind {@code other}; the driver does not know the proxy. */
    @Override
    public final boolean isSameRM(@Nullable XAResource other) throws XAException {
        return delegate.isSameRM(other instanceof XAResourceProxy proxy ? proxy.delegate : other);
    }
}
