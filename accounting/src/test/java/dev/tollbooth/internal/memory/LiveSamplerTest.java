package dev.tollbooth.internal.memory;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LiveSamplerTest {

    private static final int ENTRIES = 100_000;

    /** Collects garbage until {@code sampler} sees at most {@code bytes}; fails if that does not happen. */
    private static long measuredAfterCollection(LiveSampler<byte[]> sampler, long bytes) {
        long measured = Long.MAX_VALUE;
        for (int i = 0; i < 100 && measured > bytes; i++) {
            System.gc();
            measured = sampler.measure(entry -> entry.length);
        }
        return measured;
    }

    @Test
    void measure_allAlive_isUnbiasedWithinItsStandardError() {
        long seed = System.nanoTime();
        System.out.println("seed: " + seed);
        Random random = new Random(seed);
        LiveSampler<byte[]> sampler = new LiveSampler<>(4_096, random::nextDouble);
        List<byte[]> alive = new ArrayList<>();
        long truth = 0;
        for (int i = 0; i < ENTRIES; i++) {
            byte[] entry = new byte[random.nextInt(400)];
            alive.add(entry);
            truth += entry.length;
            sampler.created(entry, entry.length);
        }
        // with 4,900 samples the standard error is 1.4 %, and a deviation of seven standard errors is practically
        // impossible
        assertThat(sampler.measure(entry -> entry.length)).isBetween(truth * 90 / 100, truth * 110 / 100);
        assertThat(sampler.size()).isBetween(4_000, 6_000);
        assertThat(alive).hasSize(ENTRIES);
    }

    @Test
    void measure_entriesThatNobodyHolds_areGone() {
        LiveSampler<byte[]> sampler = new LiveSampler<>(1, () -> 0);
        List<byte[]> held = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            byte[] entry = new byte[1_000];
            sampler.created(entry, entry.length);
            if (i % 4 == 0) {
                held.add(entry);
            }
        }
        assertThat(measuredAfterCollection(sampler, 25_000)).isEqualTo(25_000);
        assertThat(held).hasSize(25);
    }

    @Test
    void created_churn_keepsNoReferencesOfTheDead() throws InterruptedException {
        LiveSampler<byte[]> sampler = new LiveSampler<>(1, () -> 0);
        for (int i = 0; i < 20_000; i++) {
            sampler.created(new byte[10], 10);
        }
        assertThat(measuredAfterCollection(sampler, 0)).isZero();
        // a thread of the JVM queues the references at some time
        long deadline = System.nanoTime() + SECONDS.toNanos(60);
        byte[] alive = new byte[10];
        int added = 0;
        do {
            Thread.sleep(1);
            sampler.created(alive, 10);
            added++;
        } while (sampler.size() > added && System.nanoTime() < deadline);
        assertThat(sampler.size()).isEqualTo(added);
    }

    @Test
    void measure_entryThatHasGrown_countsItsPresentSize() {
        LiveSampler<long[]> sampler = new LiveSampler<>(1, () -> 0);
        long[] entry = {7};
        sampler.created(entry, 1_000_000);
        entry[0] = 90;
        assertThat(sampler.measure(grown -> grown[0])).isEqualTo(90);
    }

    private static double heldBytes(LiveSampler<long[]> sampler, long oldCollections) {
        return sampler.measureHeld(entry -> entry[0], oldCollections).bytes();
    }

    @Test
    void measureHeld_ofASample_estimatesEntriesToo() {
        Random random = new Random(7);
        LiveSampler<byte[]> sampler = new LiveSampler<>(4_096, random::nextDouble);
        List<byte[]> alive = new ArrayList<>();
        for (int i = 0; i < ENTRIES; i++) {
            byte[] entry = new byte[200];
            alive.add(entry);
            sampler.created(entry, entry.length);
        }
        sampler.measureHeld(entry -> entry.length, 0);
        HeldBytes held = sampler.measureHeld(entry -> entry.length, 2);
        assertThat(held.entries()).isBetween(ENTRIES * 0.9, ENTRIES * 1.1);
        assertThat(held.bytes()).isBetween(ENTRIES * 180.0, ENTRIES * 220.0);
        assertThat(held.beyond(ENTRIES * 2)).isZero();
        assertThat(held.beyond(0)).isEqualTo(Math.round(held.bytes()));
        assertThat(held.beyond(ENTRIES / 2)).isBetween(ENTRIES * 80L, ENTRIES * 120L);
        assertThat(alive).hasSize(ENTRIES);
    }

    @Test
    void measureHeld_entryThatCountsAnew_isTakenFromTwoCollectionsOn() {
        LiveSampler<long[]> sampler = new LiveSampler<>(1, () -> 0);
        long[] cached = {0};
        sampler.created(cached, 1_000_000);
        assertThat(heldBytes(sampler, 3)).isZero();
        assertThat(heldBytes(sampler, 8)).isZero();
        cached[0] = 50;
        assertThat(heldBytes(sampler, 8)).isZero();
        assertThat(heldBytes(sampler, 9)).isZero();
        assertThat(heldBytes(sampler, 10)).isEqualTo(50);
        cached[0] = 0;
        assertThat(heldBytes(sampler, 11)).isZero();
        cached[0] = 50;
        assertThat(heldBytes(sampler, 12)).isZero();
        assertThat(cached).hasSize(1);
    }

    @Test
    void off_anyEntry_takesNone() {
        LiveSampler<byte[]> sampler = LiveSampler.off();
        sampler.created(new byte[1], Long.MAX_VALUE);
        assertThat(sampler.size()).isZero();
        assertThatThrownBy(() -> new LiveSampler<>(0, () -> 0)).hasMessageContaining("bytes=0");
    }
}
