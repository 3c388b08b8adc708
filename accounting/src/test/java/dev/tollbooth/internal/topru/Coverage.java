package dev.tollbooth.internal.topru;

import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.DropReason;
import java.util.EnumMap;
import java.util.Map;

/** The events that random schedules have met. */
final class Coverage {

    final Map<DropReason, DropCount> drops = new EnumMap<>(DropReason.class);
    long windows;
    long lateBatches;
    long mergedBatches;
    long exactOrigins;
    long foldedOrigins;

    void add(int taken, TopRu topRu) {
        windows += taken;
        lateBatches += topRu.lateBatches();
        mergedBatches += topRu.mergedBatches();
        topRu.drops().snapshot().forEach((reason, count) -> drops.merge(reason, count, DropCount::plus));
    }

    @Override
    public String toString() {
        return "windows=" + windows + " lateBatches=" + lateBatches + " mergedBatches=" + mergedBatches
                + " exactOrigins="
                + exactOrigins + " foldedOrigins=" + foldedOrigins + " drops="
                + drops;
    }
}
