package dev.tollbooth.accounting.statement;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Totals that several threads write without waiting for one another.
 *
 * <p>It is its own first stripe. The first time that two writers meet, it gets a table of further stripes, filled as
 * they are needed, and is written no more: its cache line holds what every writer reads. A writer that finds its stripe
 * taken goes to the next one. An execution is counted in exactly one stripe.
 *
 * <p>Retiring takes each stripe as a writer, collects its totals and closes it, and fills the table's empty places with
 * closed stripes. So a writer either got in before, and is collected, or is told that it can't.
 *
 * <p>Thread-safe. Lock-free for writers unless more of them are preempted within a write than there are stripes.
 */
abstract class StripedTotals extends Stripe {

    /** Twice the processors, a power of two; 2 at least. */
    private static final int STRIPES =
            Integer.highestOneBit(Math.max(1, Runtime.getRuntime().availableProcessors()) * 4 - 1);

    private static final int HASH_SHIFT = Integer.numberOfLeadingZeros(STRIPES) + 1;

    private static final VarHandle TABLE;
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(Stripe[].class);

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            TABLE = lookup.findVarHandle(StripedTotals.class, "table", Stripe[].class);
            // else it would be when writers meet: virtual threads that do so at a class's first use wait pinned
            lookup.ensureInitialized(PaddedStripe.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Null until two writers have met; elements are null until needed. */
    private volatile @Nullable Stripe @Nullable [] table;

    /**
     * Begins a write to one of the stripes; the caller ends it.
     *
     * @param hint a number that differs between threads or connections
     * @return null if this is retired
     */
    final @Nullable Stripe acquireAny(int hint) {
        Stripe[] stripes = table;
        Stripe stripe = stripes == null ? this : stripes[start(hint)];
        return stripe != null && stripe.tryAcquire() ? stripe : acquireSlowly(hint);
    }

    /** Returns the stripe that {@link #acquireAny} tries first, for plain hints in it. */
    final Stripe hinted(int hint) {
        Stripe[] stripes = table;
        Stripe stripe = stripes == null ? this : stripes[start(hint)];
        return stripe == null ? this : stripe;
    }

    private static int start(int hint) {
        return (hint * 0x9E3779B9) >>> HASH_SHIFT;
    }

    private @Nullable Stripe acquireSlowly(int hint) {
        for (int round = 0; ; round++) {
            if (isRetired()) {
                return null;
            }
            Stripe[] stripes = inflated();
            for (int i = 0; i < STRIPES; i++) {
                Stripe stripe = stripeAt(stripes, (start(hint) + i) & (STRIPES - 1));
                if (stripe.tryAcquire()) {
                    return stripe;
                }
                if (stripe.isRetired()) {
                    return null;
                }
            }
            pause(round);
        }
    }

    private @Nullable Stripe[] inflated() {
        Stripe[] stripes = table;
        if (stripes != null) {
            return stripes;
        }
        Stripe[] fresh = new Stripe[STRIPES];
        Stripe[] winner = (Stripe[]) TABLE.compareAndExchange(this, null, fresh);
        return winner == null ? fresh : winner;
    }

    private static Stripe stripeAt(@Nullable Stripe[] stripes, int index) {
        Stripe stripe = (Stripe) ELEMENT.getAcquire(stripes, index);
        if (stripe != null) {
            return stripe;
        }
        Stripe fresh = new PaddedStripe();
        Stripe winner = (Stripe) ELEMENT.compareAndExchange(stripes, index, null, fresh);
        return winner == null ? fresh : winner;
    }

    /** Returns the stripes beside this one, to be looked at; null where there are none. */
    final @Nullable Stripe @Nullable [] stripes() {
        return table;
    }

    /** Does {@code action} to each stripe in use, as its only writer; not to a retired one. */
    final void forEachStripe(Consumer<Stripe> action) {
        visit(this, action);
        Stripe[] stripes = table;
        for (int i = 0; stripes != null && i < STRIPES; i++) {
            visit((Stripe) ELEMENT.getAcquire(stripes, i), action);
        }
    }

    private static void visit(@Nullable Stripe stripe, Consumer<Stripe> action) {
        if (stripe != null && stripe.acquire()) {
            long held = stripe.sequence;
            try {
                action.accept(stripe);
                stripe.release();
            } catch (Throwable t) {
                stripe.sequence = held + 1;
                throw t;
            }
        }
    }

    /** Closes all stripes; each one's last totals go to {@code target}, once. Only one thread may call it. */
    final void retireInto(Totals target) {
        Stripe closed = Stripe.closed();
        Stripe[] stripes = inflated();
        for (int i = 0; i < STRIPES; i++) {
            collect((Stripe) ELEMENT.compareAndExchange(stripes, i, null, closed), target);
        }
        collect(this, target);
    }

    private static void collect(@Nullable Stripe stripe, Totals target) {
        if (stripe != null && stripe.acquire()) {
            try {
                target.add(stripe);
                stripe.releaseRetired();
            } catch (Throwable t) {
                stripe.sequence = RETIRED; // whoever waits is to look for another row
                throw t;
            }
        }
    }

    /** Reads all stripes into {@code sum}; {@code scratch} is overwritten. */
    final void readInto(Totals sum, Totals scratch) {
        Stripe[] stripes = table;
        boolean read = copyInto(sum);
        if (!read) {
            sum.copyFrom(new Totals());
        }
        for (int i = 0; stripes != null && i < STRIPES; i++) {
            Stripe stripe = (Stripe) ELEMENT.getAcquire(stripes, i);
            if (stripe != null && stripe.copyInto(scratch)) {
                sum.add(scratch);
            }
        }
    }

    /** Returns the ticker's reading at the end of the last execution; approximate beside a writer. */
    final long lastEnd() {
        long last = lastEndNanos;
        Stripe[] stripes = table;
        for (int i = 0; stripes != null && i < STRIPES; i++) {
            Stripe stripe = (Stripe) ELEMENT.getAcquire(stripes, i);
            if (stripe != null && stripe.count > 0 && stripe.lastEndNanos - last > 0) {
                last = stripe.lastEndNanos;
            }
        }
        return last;
    }
}
