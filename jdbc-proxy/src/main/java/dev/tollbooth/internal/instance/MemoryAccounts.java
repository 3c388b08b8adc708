package dev.tollbooth.internal.instance;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.digest.DigestCache;
import dev.tollbooth.internal.execution.ClientBytes;
import dev.tollbooth.internal.memory.AllocatedBytes;
import dev.tollbooth.internal.memory.LiveSampler;
import dev.tollbooth.internal.memory.ObjectLayout;
import dev.tollbooth.internal.settings.Settings;
import dev.tollbooth.internal.table.StatementStats;
import dev.tollbooth.internal.table.TableMemory;

/**
 * The memory counters of one instance's parts, for {@link MemoryWatch} to read later.
 *
 * <p>Thread-safe.
 */
final class MemoryAccounts {

    private final AllocatedBytes allocated = AllocatedBytes.ofThisJvm();
    private final LiveSampler<StatementStats> liveRows = new LiveSampler<>();
    private final TableMemory table = new TableMemory(ObjectLayout.USUAL, liveRows);
    private final DigestCaches digestCaches;
    private final ClientBytes clientBytes;

    @GuardedBy("this")
    private boolean calibrated;

    private volatile ObjectLayout layout = ObjectLayout.USUAL;

    MemoryAccounts(Settings settings) {
        this.digestCaches = new DigestCaches(settings);
        this.clientBytes = new ClientBytes(allocated, settings.cpuTime() ? ClientBytes.cpuTimeOfThisJvm() : null);
        // until the bytes of the other parts are known
        table.limit(settings.memory().limitBytes() / 2);
    }

    TableMemory table() {
        return table;
    }

    DigestCaches digestCaches() {
        return digestCaches;
    }

    ClientBytes clientBytes() {
        return clientBytes;
    }

    /** Measures the JVM's object layout at the first call. */
    synchronized void calibrate() {
        if (!calibrated) {
            calibrated = true;
            layout = ObjectLayout.calibrate(allocated);
            table.relayout(layout);
            digestCaches.relayout(layout);
        }
    }

    ObjectLayout layout() {
        return layout;
    }

    /** Returns the bytes of the samplers of rows and digests. */
    long samplerBytes() {
        return liveRows.weight(layout) + digestCaches.sum(DigestCache::samplerBytes);
    }
}
