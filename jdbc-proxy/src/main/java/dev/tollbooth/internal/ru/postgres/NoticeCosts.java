package dev.tollbooth.internal.ru.postgres;

import dev.tollbooth.internal.cost.RuModel;
import dev.tollbooth.internal.cost.RuTermSums;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.journal.EntryRuState;
import dev.tollbooth.internal.ru.RuReading;
import dev.tollbooth.spi.Plan;
import org.jspecify.annotations.Nullable;

/**
 * A calculation that applies the cost model to the notices of one execution, and adds them up. RRU are bytes of touched
 * blocks, time, and the reading part of each query. WRU are bytes of write-ahead log and the writing part of each
 * query.
 *
 * <p>Not thread-safe: guarded by the reader.
 */
final class NoticeCosts {

    private static final int BLOCK_BYTES = 8_192;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final int MOST_PLANS = 8;

    private final RuModel model;
    private final double scale;
    private final String source;
    private final KnownPlans knownPlans;

    private int count;
    private boolean incomplete;
    private double reads;
    private double writes;
    private double bytes;
    private double walBytes;
    private double nanos;
    private String lastPlan = "";
    private int plans;
    private @Nullable String allPlans;

    /**
     * Makes an empty sum that is divided by {@code sample}, the share of explained executions. It keeps plans in {@code
     * knownPlans}.
     */
    NoticeCosts(RuModel model, double sample, KnownPlans knownPlans) {
        this.model = model;
        this.knownPlans = knownPlans;
        this.scale = 1 / sample;
        this.source = sample < 1 ? PostgresRuSource.NAME + "-sampled" : PostgresRuSource.NAME;
    }

    String source() {
        return source;
    }

    boolean isSampled() {
        return scale > 1;
    }

    void begin() {
        count = 0;
        incomplete = false;
        reads = 0;
        writes = 0;
        bytes = 0;
        walBytes = 0;
        nanos = 0;
        lastPlan = "";
        plans = 0;
        allPlans = null;
    }

    boolean isNothing() {
        return count == 0;
    }

    void add(PlanNotice notice) {
        count++;
        if (notice.blocks() < 0) {
            incomplete = true;
            return;
        }
        reads += notice.writes() ? 0 : scale;
        writes += notice.writes() ? scale : 0;
        bytes += notice.blocks() * BLOCK_BYTES * scale;
        walBytes += notice.walBytes() * scale;
        nanos += notice.millis() * NANOS_PER_MILLI * scale;
        if (!notice.plan().equals(lastPlan) && plans < MOST_PLANS) {
            plans++;
            lastPlan = notice.plan();
            allPlans = allPlans == null ? lastPlan : allPlans + lastPlan;
        }
    }

    /** Returns the sum of {@link #add} since {@link #begin}; unknown if a notice lacks blocks. */
    RuReading reading(TextDigest digest) {
        if (incomplete) {
            return RuReading.unknown(source);
        }
        double rru = model.perRead() * reads + bytes / model.bytesPerRu() + nanos * model.perNano();
        double wru = model.perWrite() * writes + walBytes / model.walBytesPerRu();
        RuTermSums terms = new RuTermSums(source, reads, writes, bytes, walBytes, nanos, rru + wru);
        return new RuReading(EntryRuState.REPORTED, rru, wru, source, terms, plan(digest));
    }

    private @Nullable Plan plan(TextDigest digest) {
        String text = allPlans;
        return text == null ? null : knownPlans.of(digest, text);
    }

    /** Returns the reading of one notice, apart from the sum. */
    RuReading of(PlanNotice notice, TextDigest digest) {
        NoticeCosts one = new NoticeCosts(model, 1 / scale, knownPlans);
        one.add(notice);
        return one.reading(digest);
    }
}
