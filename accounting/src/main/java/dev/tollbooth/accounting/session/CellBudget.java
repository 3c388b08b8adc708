package dev.tollbooth.accounting.session;

import dev.tollbooth.accounting.control.AccountingSwitch;
import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.memory.ObjectLayout;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What the sessions of one registry share of their cells: whether any are given, how many there may be, how many bytes
 * of digests these may keep alive, and the one that takes what ends while none are given. Thread-safe.
 */
final class CellBudget {

    private final AccountingSwitch accounting;
    private final int keysPerSession;
    private final int maxCells;
    private final AtomicInteger cells = new AtomicInteger();
    private final AtomicLong digestBytes = new AtomicLong();
    private volatile long maxDigestBytes = Long.MAX_VALUE;
    private final ConcurrentLinkedQueue<SessionCells> closed = new ConcurrentLinkedQueue<>();
    private final RuCell late = new RuCell(CellKey.globalOthers(""), 0);

    /** At most {@code keysPerSession} new keys a session between two ticks, and {@code maxCells} in all. */
    CellBudget(AccountingSwitch accounting, int keysPerSession, int maxCells) {
        this.accounting = accounting;
        this.keysPerSession = keysPerSession;
        this.maxCells = maxCells;
    }

    boolean isCollecting() {
        return accounting.isCollecting();
    }

    /** Gives no cell for a further digest from now on where cells refer to so many bytes of digests. */
    void limitDigests(long bytes) {
        maxDigestBytes = bytes;
    }

    /**
     * Whether a session that has this many cells, of them so many since the last tick, may have one more, which refers
     * to {@code digest}; takes it.
     */
    boolean take(int newCells, int sessionCells, Digest digest) {
        if (newCells >= keysPerSession || sessionCells >= 2 * keysPerSession) {
            return false;
        }
        if (cells.get() >= maxCells || (digestBytes.get() >= maxDigestBytes && !digest.isRetained())) {
            return false;
        }
        // threads that are here at once may each take one too many
        takeAnyway(digest);
        return true;
    }

    /** Takes one whatever the limits are; null is the digest of others. */
    void takeAnyway(@Nullable Digest digest) {
        cells.incrementAndGet();
        if (digest != null && digest.retain()) {
            digestBytes.addAndGet(bytes(digest));
        }
    }

    void giveBack(@Nullable Digest digest) {
        cells.decrementAndGet();
        if (digest != null && digest.release()) {
            digestBytes.addAndGet(-bytes(digest));
        }
    }

    /** The text is all but some bytes of it, and the same at both times. */
    private static long bytes(Digest digest) {
        return ObjectLayout.USUAL.string(digest.text());
    }

    /** Bytes of digests that cells refer to, whoever else does. */
    long digestBytes() {
        return digestBytes.get();
    }

    int cells() {
        return cells.get();
    }

    /** Of sessions that were closed or leaked, with cells that may not be drained; one may be in it twice. */
    ConcurrentLinkedQueue<SessionCells> closed() {
        return closed;
    }

    /** What ended while nothing was collected. */
    RuCell late() {
        return late;
    }
}
