package dev.tollbooth.internal.topru;

import dev.tollbooth.internal.cost.RuKey;
import dev.tollbooth.internal.cost.RuTotals;
import dev.tollbooth.internal.memory.ObjectLayout;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;

/** The bytes of heap of the tiers' parts, by the layout of this JVM. */
final class TierWeights {

    private static final ObjectLayout LAYOUT = ObjectLayout.ofThisJvm();

    /** The bytes of a key without its hashes, which the digest and the plan's text share. */
    static final long KEY = LAYOUT.shallow(RuKey.class);

    /** The bytes of a row with its key. */
    static final long ROW = LAYOUT.shallow(RuRow.class) + KEY;

    static final long OWNER = LAYOUT.shallow(OwnerTable.class)
            + LAYOUT.shallow(TopTable.class)
            + 2 * LAYOUT.shallow(RuTotals.class)
            + LAYOUT.mapNode();

    /**
     * The bytes of a record of the last hour with one item and its list; each origin of an item takes about as much.
     */
    static final long RECORD = LAYOUT.shallow(RuRecord.class) + LAYOUT.shallow(RuItem.class) + LAYOUT.instance(2, 0, 0);

    private TierWeights() {}

    static long map(int size) {
        return LAYOUT.mapTable(size);
    }

    static long slots(int length) {
        return LAYOUT.references(length);
    }
}
