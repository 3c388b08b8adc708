package dev.tollbooth.internal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.tollbooth.internal.report.ReportSink.RefusedReportException;
import dev.tollbooth.internal.report.SinkStatus.SinkState;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.ReportConsumer;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GuardedSinkTest {

    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(50);

    private final AtomicLong nowNanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final DropCounters drops = new DropCounters();
    private final List<Long> taken = new CopyOnWriteArrayList<>();

    private GuardedSink sink(ReportConsumer consumer) {
        return new GuardedSink("test", ItemInterval.SECONDS_15, consumer, drops, nowNanos::get);
    }

    private void pass(long seconds) {
        nowNanos.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    }

    private static void offerAndAwait(GuardedSink sink, long sequence) {
        sink.offer(SampleReports.report(sequence));
        assertThat(sink.awaitIdle(LONG_NANOS)).isTrue();
    }

    /** A consumer whose first call does not return until the test allows it, even if interrupted. */
    private final class Stubborn implements ReportConsumer {
        final CountDownLatch entered = new CountDownLatch(1);
        final CountDownLatch letGo = new CountDownLatch(1);
        final List<Thread> threads = new CopyOnWriteArrayList<>();
        volatile boolean wasInterrupted;

        @Override
        public void accept(Report report) {
            threads.add(Thread.currentThread());
            entered.countDown();
            while (letGo.getCount() > 0) {
                try {
                    letGo.await();
                } catch (InterruptedException e) {
                    wasInterrupted = true;
                }
            }
            wasInterrupted |= Thread.interrupted();
            taken.add(report.sequence());
        }
    }

    @Test
    void offer_consumerThatTakes_getsEachOnceInOrderOnADaemonThreadOfItsOwn() {
        List<Thread> threads = new CopyOnWriteArrayList<>();
        GuardedSink sink = sink(report -> {
            threads.add(Thread.currentThread());
            taken.add(report.sequence());
        });
        assertThat(sink.status().state()).isEqualTo(SinkState.IDLE);
        for (int i = 1; i <= 3; i++) {
            offerAndAwait(sink, i);
        }
        assertThat(taken).containsExactly(1L, 2L, 3L);
        assertThat(threads).containsOnly(threads.get(0)).doesNotContain(Thread.currentThread());
        assertThat(threads.get(0).isDaemon()).isTrue();
        assertThat(sink.status().sent()).isEqualTo(3);
        assertThat(drops.snapshot()).isEmpty();
        sink.close(LONG_NANOS);
    }

    private static WeakReference<Report> taken(GuardedSink sink) {
        Report report = SampleReports.report(1);
        sink.offer(report);
        assertThat(sink.awaitIdle(LONG_NANOS)).isTrue();
        return new WeakReference<>(report);
    }

    @Test
    void offer_reportThatWasTaken_isNotHeldUntilTheNextOne() throws Exception {
        GuardedSink sink = sink(report -> {});
        WeakReference<Report> report = taken(sink);
        for (int i = 0; i < 100 && report.get() != null; i++) {
            System.gc();
            TimeUnit.MILLISECONDS.sleep(20);
        }
        assertThat(report.get()).isNull();
        sink.close(LONG_NANOS);
    }

    @Test
    void offer_consumerIsBusy_oneWaitsAndTheNextIsDroppedWithWhatItHeld() throws Exception {
        Stubborn consumer = new Stubborn();
        GuardedSink sink = sink(consumer);
        sink.offer(SampleReports.report(1));
        consumer.entered.await();
        sink.offer(SampleReports.report(2));
        sink.offer(SampleReports.report(3));
        assertThat(sink.status().state()).isEqualTo(SinkState.RUNNING);
        assertThat(sink.status().dropped()).containsExactly(entry(DropReason.SINK_BUSY, 1L));
        assertThat(drops.snapshot())
                .containsExactly(entry(DropReason.SINK_BUSY, new DropCount(1, 1, 2.5, "estimate", 3, 3_000_000)));
        consumer.letGo.countDown();
        assertThat(sink.awaitIdle(LONG_NANOS)).isTrue();
        assertThat(taken).containsExactly(1L, 2L);
        sink.close(LONG_NANOS);
    }

    @Test
    void check_consumerOverItsTime_isInterruptedAndCountedOnceAndKeepsItsOneThread() throws Exception {
        Stubborn consumer = new Stubborn();
        GuardedSink sink = sink(consumer);
        sink.offer(SampleReports.report(1));
        consumer.entered.await();
        pass(39);
        sink.check();
        assertThat(sink.status().state()).isEqualTo(SinkState.RUNNING);
        pass(1);
        for (int i = 0; i < 100; i++) {
            sink.check();
            sink.offer(SampleReports.report(2 + i));
            pass(60);
        }
        assertThat(sink.status().state()).isEqualTo(SinkState.STALLED);
        assertThat(sink.status().dropped())
                .containsOnly(entry(DropReason.SINK_TIMEOUT, 1L), entry(DropReason.SINK_BUSY, 99L));
        consumer.letGo.countDown();
        assertThat(sink.awaitIdle(LONG_NANOS)).isTrue();
        assertThat(consumer.wasInterrupted).isTrue();
        assertThat(consumer.threads).as("one thread, however long it hangs").containsOnly(consumer.threads.get(0));
        assertThat(taken).as("it goes on with the one that waited").containsExactly(1L, 2L);
        assertThat(sink.status().sent()).as("a late return is not sent twice").isEqualTo(1);
        assertThat(sink.status().failuresInRow()).isZero();
        sink.close(LONG_NANOS);
    }

    @Test
    void check_consumerThatHeedsTheInterrupt_takesTheNextReportWithoutIt() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        GuardedSink sink = sink(report -> {
            if (report.sequence() == 1) {
                entered.countDown();
                new CountDownLatch(1).await();
            }
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            taken.add(report.sequence());
        });
        sink.offer(SampleReports.report(1));
        entered.await();
        pass(40);
        sink.check();
        assertThat(sink.awaitIdle(LONG_NANOS)).isTrue();
        offerAndAwait(sink, 2);
        assertThat(taken).containsExactly(2L);
        assertThat(sink.status().lastErrorClass()).isEqualTo("java.lang.InterruptedException");
        sink.close(LONG_NANOS);
    }

    @Test
    void offer_consumerThrowsFiveTimes_isLeftAloneForOneSecondThenTwiceAsLongUpToSixty() {
        boolean[] fails = {true};
        GuardedSink sink = sink(report -> {
            taken.add(report.sequence());
            if (fails[0]) {
                throw new AssertionError("select 'secret'");
            }
        });
        for (int i = 1; i <= 4; i++) {
            offerAndAwait(sink, i);
        }
        assertThat(sink.status().state()).isEqualTo(SinkState.IDLE);
        offerAndAwait(sink, 5);
        long expected = 1;
        long sequence = 6;
        for (int i = 0; i < 9; i++) {
            assertThat(sink.status().state()).isEqualTo(SinkState.BACKED_OFF);
            pass(expected - 1);
            offerAndAwait(sink, sequence);
            assertThat(taken).doesNotContain(sequence);
            pass(1);
            offerAndAwait(sink, sequence);
            assertThat(taken).contains(sequence++);
            expected = Math.min(60, expected * 2);
        }
        assertThat(sink.status().dropped())
                .containsOnly(entry(DropReason.SINK_FAILED, 14L), entry(DropReason.SINK_BACKED_OFF, 9L));
        assertThat(sink.status().lastErrorClass()).isEqualTo("java.lang.AssertionError");
        fails[0] = false;
        pass(60);
        offerAndAwait(sink, 100);
        assertThat(sink.status().failuresInRow()).isZero();
        assertThat(sink.status().state()).isEqualTo(SinkState.IDLE);
        sink.close(LONG_NANOS);
    }

    @Test
    void offer_consumerRefuses_isCountedByItsReasonAndIsNoFailure() {
        GuardedSink sink = sink(report -> {
            throw new RefusedReportException(DropReason.SINK_BUSY);
        });
        for (int i = 1; i <= 7; i++) {
            offerAndAwait(sink, i);
        }
        assertThat(sink.status().dropped()).containsExactly(entry(DropReason.SINK_BUSY, 7L));
        assertThat(sink.status().state()).isEqualTo(SinkState.IDLE);
        sink.close(LONG_NANOS);
    }

    @Test
    void close_reportsWaiting_letsThemThroughAndTakesNoMore() throws Exception {
        Stubborn consumer = new Stubborn();
        GuardedSink sink = sink(consumer);
        sink.offer(SampleReports.report(1));
        consumer.entered.await();
        sink.offer(SampleReports.report(2));
        Thread closer = new Thread(() -> sink.close(LONG_NANOS));
        closer.start();
        while (closer.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        sink.offer(SampleReports.report(3));
        consumer.letGo.countDown();
        closer.join();
        assertThat(taken).containsExactly(1L, 2L);
        assertThat(sink.status().state()).isEqualTo(SinkState.CLOSED);
        consumer.threads.get(0).join();
    }

    @Test
    void close_reportsOfAClose_allWaitAndAreSentAndWhatIsOverTheBoundIsCounted() throws Exception {
        Stubborn consumer = new Stubborn();
        GuardedSink sink = sink(consumer);
        sink.offer(SampleReports.report(1));
        consumer.entered.await();
        sink.expectLastReports();
        for (int i = 2; i <= 6; i++) {
            sink.offer(SampleReports.report(i));
        }
        assertThat(sink.status().dropped()).containsExactly(entry(DropReason.SINK_BUSY, 1L));
        consumer.letGo.countDown();
        sink.close(LONG_NANOS);
        assertThat(taken).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(sink.status().sent()).isEqualTo(5);
        consumer.threads.get(0).join();
    }

    @Test
    void close_reportsOfACloseAndConsumerThatNeverReturns_countsEachOfThem() throws Exception {
        Stubborn consumer = new Stubborn();
        GuardedSink sink = sink(consumer);
        sink.offer(SampleReports.report(1));
        consumer.entered.await();
        sink.expectLastReports();
        for (int i = 2; i <= 4; i++) {
            sink.offer(SampleReports.report(i));
        }
        sink.close(1);
        assertThat(sink.status().dropped()).containsExactly(entry(DropReason.SINK_TIMEOUT, 4L));
        consumer.letGo.countDown();
        consumer.threads.get(0).join();
        assertThat(taken).containsExactly(1L);
    }

    private ReportSink ownSink(boolean local) {
        return new ReportSink() {
            @Override
            public void accept(Report report) {
                if (report.sequence() < 0) {
                    throw new IllegalStateException("down");
                }
            }

            @Override
            public long bytes() {
                return 0;
            }

            @Override
            public boolean isLocal() {
                return local;
            }
        };
    }

    @Test
    void patienceNanos_ofEachKind_isLongForFilesAndNoneForTheNetworkThatFailed() {
        for (boolean exiting : new boolean[] {false, true}) {
            GuardedSink file = sink(ownSink(true));
            GuardedSink network = sink(ownSink(false));
            for (GuardedSink sink : List.of(file, network)) {
                offerAndAwait(sink, 1);
            }
            assertThat(network.patienceNanos(exiting)).isEqualTo(1_000_000_000L);
            for (GuardedSink sink : List.of(file, network)) {
                offerAndAwait(sink, -1);
            }
            assertThat(network.patienceNanos(exiting)).isZero();
            assertThat(file.patienceNanos(exiting)).isEqualTo(10_000_000_000L);
            offerAndAwait(network, 2);
            assertThat(network.patienceNanos(exiting)).isEqualTo(1_000_000_000L);
            file.close(LONG_NANOS);
            network.close(LONG_NANOS);
        }
        GuardedSink application = sink(report -> {
            throw new IllegalStateException("down");
        });
        assertThat(application.patienceNanos(true)).isEqualTo(1_000_000_000L);
        offerAndAwait(application, 1);
        assertThat(application.patienceNanos(true)).isZero();
        assertThat(application.patienceNanos(false)).as("it closes by itself").isEqualTo(10_000_000_000L);
        application.close(LONG_NANOS);
    }

    @Test
    void close_again_waitsForNothing() throws Exception {
        Stubborn consumer = new Stubborn();
        GuardedSink sink = sink(consumer);
        sink.offer(SampleReports.report(1));
        consumer.entered.await();
        sink.close(1);
        sink.close(Long.MAX_VALUE / 2); // never returned, where it waited
        assertThat(sink.status().state()).isEqualTo(SinkState.STALLED);
        consumer.letGo.countDown();
        consumer.threads.get(0).join();
    }

    @Test
    void close_consumerThatNeverReturns_countsWhatItDidNotTake() throws Exception {
        Stubborn consumer = new Stubborn();
        GuardedSink sink = sink(consumer);
        sink.offer(SampleReports.report(1));
        consumer.entered.await();
        sink.offer(SampleReports.report(2));
        sink.close(1);
        assertThat(sink.status().dropped()).containsExactly(entry(DropReason.SINK_TIMEOUT, 2L));
        consumer.letGo.countDown();
        consumer.threads.get(0).join();
        assertThat(taken).containsExactly(1L);
    }
}
