package dev.tollbooth.internal.ru.tidb;

import dev.tollbooth.internal.ru.RuReading;

/** A version of TiDB's model of request units. Two versions are two sources: their figures are not to be added up. Immutable. */
final class TidbRuVersion {

    /** {@code ru_consumption}. */
    static final TidbRuVersion FIRST = new TidbRuVersion(TidbRuSource.NAME);
    /** {@code ru_v2_consumption}. */
    private static final TidbRuVersion SECOND = new TidbRuVersion("tidb-v2");

    /** How its figures are marked. */
    private final String mark;

    private final String sampled;
    final RuReading unknown;
    final RuReading off;
    /** The reading of an execution that was not sampled; sampled ones are scaled to stand for it. */
    final RuReading notChosen;

    private TidbRuVersion(String mark) {
        this.mark = mark;
        this.sampled = mark + "-sampled";
        this.unknown = RuReading.unknown(mark);
        this.off = RuReading.off(mark);
        this.notChosen = RuReading.reported(0, 0, sampled);
    }

    String mark(boolean isSampled) {
        return isSampled ? sampled : mark;
    }

    /**
     * Returns the version that a server counts by which has told {@code json}: it tells both figures, and that of the other
     * version is 0. Where both are 0 it is still this one.
     */
    TidbRuVersion after(String json) {
        return TidbQueryInfo.consumptionV2(json) > 0 ? SECOND : TidbQueryInfo.consumption(json) > 0 ? FIRST : this;
    }

    /** Returns the request units; not a number where they are not told. */
    double consumption(String json) {
        return this == FIRST ? TidbQueryInfo.consumption(json) : TidbQueryInfo.consumptionV2(json);
    }
}
