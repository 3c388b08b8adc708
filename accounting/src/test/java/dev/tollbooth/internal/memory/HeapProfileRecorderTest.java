package dev.tollbooth.internal.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.control.Scheduler;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HeapProfileRecorderTest {

    private static final long MB = 1 << 20;

    private final AtomicLong tracked = new AtomicLong(10 * MB);
    private final AtomicLong measured = new AtomicLong(10 * MB);
    private final AtomicLong collections = new AtomicLong();
    private final Scheduler scheduler = new Scheduler("tollbooth-test");
    private final HeapProfileRecorder recorder = new HeapProfileRecorder(() -> {}, collections::get);

    private boolean leakSuspected() {
        return recorder.record().get(0).leakSuspected();
    }

    @Test
    void record_twoParts_keepsTheLastProfiles() {
        recorder.add("digest cache", tracked::get, measured::get);
        recorder.add("statement table", () -> 5, () -> 7);
        recorder.record();
        tracked.set(4 * MB);

        assertThat(recorder.record()).containsExactlyElementsOf(recorder.last());
        assertThat(recorder.last().get(0)).isEqualTo(new HeapProfile("digest cache", 4 * MB, 10 * MB, false));
        assertThat(recorder.last().get(0).awaitingBytes()).isEqualTo(6 * MB);
    }

    @Test
    void record_moreMeasuredThanTracked_isSuspectedOnlyAfterTwoOldCollections() {
        recorder.add("digest cache", tracked::get, measured::get);
        measured.set(20 * MB);
        assertThat(leakSuspected()).isFalse();
        collections.set(1);
        assertThat(leakSuspected()).isFalse();
        collections.set(2);
        assertThat(leakSuspected()).isTrue();
        measured.set(11 * MB);
        assertThat(leakSuspected()).isFalse();
        measured.set(20 * MB);
        assertThat(leakSuspected()).isFalse();
    }

    /** An entry of a megabyte that exists until the test simulates a collection. */
    private static final class Evicted {
        private boolean collected;

        long bytes() {
            return collected ? 0 : MB;
        }
    }

    @Test
    void record_floodThatIsCollectedLate_isNotSuspectedAndWhatOutlivesItIs() {
        LiveSampler<Evicted> live = new LiveSampler<>(1, () -> 0);
        Deque<Evicted> uncollected = new ArrayDeque<>();
        List<Evicted> all = new ArrayList<>();
        tracked.set(MB);
        recorder.add(
                "digests",
                tracked::get,
                () -> live.measure(Evicted::bytes),
                count -> live.measureHeld(Evicted::bytes, count).beyond(0) - tracked.get());
        for (int collection = 0; collection < 20; collection++) {
            // entries that a concurrent collection missed are left to the next one
            while (uncollected.size() > 4) {
                uncollected.remove().collected = true;
            }
            collections.set(collection);
            for (int i = 0; i < 4; i++) {
                Evicted evicted = new Evicted();
                all.add(evicted);
                uncollected.add(evicted);
                live.created(evicted, MB);
                assertThat(leakSuspected()).as("collection %d", collection).isFalse();
            }
            assertThat(recorder.last().get(0).awaitingBytes()).isGreaterThanOrEqualTo(3 * MB);
        }
        collections.set(22);
        assertThat(leakSuspected()).as("begins to be held too long").isFalse();
        collections.set(24);
        assertThat(leakSuspected()).isTrue();
        uncollected.forEach(evicted -> evicted.collected = true);
        assertThat(leakSuspected()).isFalse();
        assertThat(all).hasSize(80);
    }

    @Test
    void record_smallDifference_isNeverSuspected() {
        recorder.add("digest cache", tracked::get, measured::get);
        measured.set(12 * MB);
        for (int i = 0; i < 10; i++) {
            collections.set(i);
            assertThat(leakSuspected()).isFalse();
        }
    }

    @Test
    void start_thenClose_recordsOnTheSchedulerThatEnds() throws Exception {
        CountDownLatch recorded = new CountDownLatch(2);
        Thread[] thread = new Thread[1];
        recorder.add(
                "digest cache",
                () -> {
                    thread[0] = Thread.currentThread();
                    recorded.countDown();
                    if (recorded.getCount() == 1) {
                        throw new IllegalStateException("the next period tries again");
                    }
                    return 1;
                },
                () -> 1);
        recorder.start(scheduler, 1_000_000, 1);
        recorder.start(scheduler, 1_000_000, 1);
        assertThat(recorded.await(60, TimeUnit.SECONDS)).isTrue();
        recorder.close();
        recorder.close();

        thread[0].join(60_000);
        assertThat(thread[0].isAlive()).isFalse();
    }

    @Test
    void start_recorderThatNobodyHolds_letsItBeCollected() {
        WeakReference<HeapProfileRecorder> abandoned = abandoned(scheduler);
        for (int i = 0; i < 1_000 && !abandoned.refersTo(null); i++) {
            System.gc();
        }
        assertThat(abandoned.refersTo(null)).isTrue();
    }

    private static WeakReference<HeapProfileRecorder> abandoned(Scheduler scheduler) {
        HeapProfileRecorder unclosed = new HeapProfileRecorder(() -> {});
        unclosed.start(scheduler, 1_000_000, 1);
        return new WeakReference<>(unclosed);
    }

    @Test
    void oldCollections_beansOfTheCollectors_areToldByName() {
        for (String old : new String[] {
            "G1 Old Generation",
            "PS MarkSweep",
            "MarkSweepCompact",
            "ZGC Cycles",
            "ZGC Major Cycles",
            "Shenandoah Cycles",
            "G1 Concurrent GC"
        }) {
            assertThat(OldCollections.reachesOldGeneration(old)).as(old).isTrue();
        }
        for (String young : new String[] {
            "G1 Young Generation",
            "PS Scavenge",
            "Copy",
            "ZGC Pauses",
            "ZGC Minor Cycles",
            "ZGC Minor Pauses",
            "Shenandoah Pauses"
        }) {
            assertThat(OldCollections.reachesOldGeneration(young)).as(young).isFalse();
        }
        assertThat(OldCollections.collections(OldCollections.G1_CYCLES, 3)).isEqualTo(1);
        assertThat(OldCollections.collections("G1 Old Generation", 3)).isEqualTo(3);
        long before = new OldCollections().getAsLong();
        System.gc();
        assertThat(new OldCollections().getAsLong()).isGreaterThan(before);
    }
}
