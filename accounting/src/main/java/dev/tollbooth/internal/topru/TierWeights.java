package dev.tollbooth.internal.topru;

import dev.tollbooth.internal.cost.RuKey;
import dev.tollbooth.internal.cost.RuTotals;
import dev.tollbooth.internal.memory.ObjectLayout;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.statement.Sha256;

/** Bytes of heap that the tiers' parts hold, by the usual layout of a 64-bit JVM. */
final class TierWeights {

    private static final ObjectLayout LAYOUT = ObjectLayout.USUAL;

    /** A row with its key and hash; tables that share a key count it each. */
    static final long ROW = LAYOUT.shallow(RuRow.class) + LAYOUT.shallow(RuKey.class) + LAYOUT.shallow(Sha256.class);

    static final long OWNER = LAYOUT.shallow(OwnerTable.class)
            + LAYOUT.shallow(TopTable.class)
            + 2 * LAYOUT.shallow(RuTotals.class)
            + LAYOUT.mapNode();

    /** A record of the last hour with one item and its list; what an item has of an origin takes about as much. */
    static final long RECORD = LAYOUT.shallow(RuRecord.class) + LAYOUT.shallow(RuItem.class) + LAYOUT.instance(2, 0, 0);

    private TierWeights() {}

    static long slots(int length) {
        return LAYOUT.references(length);
    }
}
