package dev.tollbooth.internal.ru.tidb;

import dev.tollbooth.internal.ru.RuReading;

/**
 * A version of TiDB's model of request units. Two versions are two sources, whose figures can't be added up. Immutable.
 */
final class TidbRuVersion {

    /** Version 1, which TiDB reports as {@code ru_consumption}. */
    static final TidbRuVersion FIRST = new TidbRuVersion(TidbRuSource.NAME);
    /** Version 2, which TiDB reports as {@code ru_v2_consumption}. */
    private static final TidbRuVersion SECOND = new TidbRuVersion("tidb-v2");

    /** The source name that marks the figures. */
    private final String mark;

    private final String sampled;
    final RuReading unknown;
    final RuReading off;
    /** The reading of an execution that was not sampled. Sampled readings are scaled up for it. */
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
     * Returns the version of the server that reported {@code json}: the version whose figure is above 0. If both
     * figures are 0, returns this version.
     */
    TidbRuVersion after(String json) {
        return TidbQueryInfo.consumptionV2(json) > 0 ? SECOND : TidbQueryInfo.consumption(json) > 0 ? FIRST : this;
    }

    /** Returns the request units; NaN if they are not reported. */
    double consumption(String json) {
        return this == FIRST ? TidbQueryInfo.consumption(json) : TidbQueryInfo.consumptionV2(json);
    }
}
