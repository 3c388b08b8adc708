package dev.tollbooth.reporter;

import dev.tollbooth.accounting.report.DropReason;
import dev.tollbooth.accounting.report.ItemInterval;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How one sink does.
 *
 * @param name what its subscriber called it, made unique
 * @param interval the item width that it asked for
 * @param state what it does now
 * @param sent reports that it took without failing
 * @param dropped reports that it did not get or did not take, by reason
 * @param failuresInRow since the last report that it took
 * @param lastErrorClass the class of what it threw last; null if it never did
 * @param bytes what it wrote or sent, where it tells; else 0
 */
public record SinkStatus(
        String name,
        ItemInterval interval,
        SinkState state,
        long sent,
        Map<DropReason, Long> dropped,
        int failuresInRow,
        @Nullable String lastErrorClass,
        long bytes) {

    /** Copies the map. */
    public SinkStatus {
        dropped = Map.copyOf(dropped);
    }
}
