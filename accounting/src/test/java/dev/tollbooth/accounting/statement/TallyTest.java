package dev.tollbooth.accounting.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.ru.RuModel;
import dev.tollbooth.accounting.time.WallClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class TallyTest {

    private static final Digest SELECT = Digest.ofNormalized("select ?", "select");
    private static final Digest OTHER = Digest.ofNormalized("select ? , ?", "select");
    private static final long NANOS = 1_000_000;
    private static final RuModel MODEL = RuModel.PUBLISHED;

    private final StatementTable table = new StatementTable(
            StatementTableOptions.DEFAULT.withSize(2).withWhenFull(WhenFull.EVICT_COLDEST),
            () -> 0,
            new WallClock(0, 0));
    private final SchemaStatements schema = table.schema("shop");
    private final Object owner = new Object();

    /** Keeps what was handed on. */
    private static final class Kept extends Tally {

        private long executions;
        private long nanos;
        private double ru;

        private Kept(Object owner, StatementTable table, SchemaStatements schema, Digest digest) {
            super(owner, table.tallies(), schema.statement(digest), schema, digest, 1, MODEL, "estimated");
            table.tallies().add(this);
        }

        @Override
        protected void spent(long moreExecutions, long moreNanos, double moreRu) {
            executions += moreExecutions;
            nanos += moreNanos;
            ru += moreRu;
        }
    }

    private Kept tally() {
        return new Kept(owner, table, schema, SELECT);
    }

    private StatementSnapshot row(Digest digest) {
        return table.find("shop", digest.sha256());
    }

    @Test
    void executionsAndFetches_areInTheRowOfWhoReads_asIfRecordedThere() {
        Kept tally = tally();
        StatementStats other = schema.statement(OTHER);
        Random random = new Random(1);
        double ru = 0;
        for (int i = 0; i < 100; i++) {
            long nanos = random.nextInt(10_000_000);
            long rows = random.nextInt(3);
            double cost = MODEL.perStatement(SELECT.kind()) + nanos * MODEL.perNano();
            assertThat(tally.executed(nanos, i, rows)).isTrue();
            other.recordExecution(1, nanos, i, rows, 0, 0, cost, "estimated");
            long bytes = random.nextInt(1_000);
            long buffered = random.nextInt(1_000);
            double fetch = MODEL.ofBytesRead(bytes + buffered) + i * MODEL.perNano();
            tally.fetched(rows, i, bytes, buffered);
            other.recordFetch(1, rows, i, bytes, buffered, fetch, "estimated");
            ru += cost + fetch;
            if (i % 7 == 0) {
                StatementSnapshot read = row(SELECT);
                assertThat(read.sumRu()).isCloseTo(ru, within(1e-9 * ru));
                assertThat(read)
                        .usingRecursiveComparison()
                        .ignoringFields("digest", "sumRu", "firstSeenEpochMillis")
                        .isEqualTo(row(OTHER));
            }
        }
        assertThat(row(SELECT).count()).isEqualTo(100);
        assertThat(tally.executions).isEqualTo(100);
        assertThat(tally.nanos).isEqualTo(row(SELECT).sumNanos() + row(SELECT).fetchNanos());
        assertThat(tally.ru + tally.nanos * MODEL.perNano()).isCloseTo(ru, within(1e-9 * ru));
    }

    @Test
    void truncate_keepsNothingOfBefore_andTheOwnerIsTold() {
        Kept tally = tally();
        tally.executed(NANOS, 1, 0);
        table.reset();
        assertThat(table.snapshot()).isEmpty();
        assertThat(table.executions()).isEqualTo(1);
        assertThat(tally.isOf(SELECT, schema)).isTrue();
        tally.executed(NANOS, 2, 0);
        assertThat(row(SELECT).count()).isEqualTo(1);
        assertThat(table.executions()).isEqualTo(2);
        assertThat(tally.isOf(SELECT, schema)).as("its row has left the table").isFalse();
    }

    @Test
    void eviction_countsAsSeenWhatIsNotDrawn() {
        Kept tally = tally();
        tally.executed(NANOS, 5, 0);
        schema.statement(OTHER).recordExecution(1, NANOS, 7, 0, 0, 0);
        tally.executed(NANOS, 9, 0);
        Digest third = Digest.ofNormalized("select ? , ? , ?", "select");
        schema.statement(third).recordExecution(1, NANOS, 10, 0, 0, 0);
        assertThat(row(OTHER)).as("the coldest").isNull();
        assertThat(row(SELECT).count()).isEqualTo(2);
        assertThat(table.lost()).isZero();
    }

    @Test
    void ownerThatIsDropped_losesNothing() throws Exception {
        Object dropped = new Object();
        new Kept(dropped, table, schema, SELECT).executed(NANOS, 1, 0);
        dropped = null;
        long bytes = table.tallies().bytes();
        assertThat(bytes).isPositive();
        for (int i = 0; i < 100 && table.tallies().bytes() > 0; i++) {
            System.gc();
            Thread.sleep(10);
            table.tallies().draw();
        }
        assertThat(table.tallies().bytes()).isZero();
        assertThat(row(SELECT).count()).isEqualTo(1);
    }

    @Test
    void tallies_haveRoomForSoMany_andForAnotherWhenOneIsRemoved() {
        Kept first = tally();
        while (table.tallies().hasRoom()) {
            tally().executed(NANOS, 1, 0);
        }
        long bytes = table.tallies().bytes();
        assertThat(bytes).isBetween(1L << 20, 4L << 20);
        table.tallies().remove(first);
        assertThat(table.tallies().hasRoom()).isTrue();
        assertThat(row(SELECT).count()).isEqualTo(4_095);
    }

    @Test
    void writersReadersAndTruncates_atOnce_countEachExecutionOnceAndWholly() throws Exception {
        int writers = 3;
        int executions = 300_000;
        AtomicBoolean done = new AtomicBoolean();
        ExecutorService threads = Executors.newCachedThreadPool();
        List<Kept> tallies = new ArrayList<>();
        try {
            List<Future<Long>> fallen = new ArrayList<>();
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < writers; i++) {
                Kept tally = tally();
                tallies.add(tally);
                fallen.add(threads.submit(() -> write(tally, executions)));
                all.add(threads.submit(() -> {
                    for (int fetch = 0; fetch < executions; fetch++) {
                        tally.fetched(1, 2, 3, 4);
                    }
                }));
            }
            List<Future<?>> readers = new ArrayList<>();
            readers.add(threads.submit(() -> whileRunning(done, this::assertWhole)));
            readers.add(threads.submit(() -> whileRunning(done, table::executions)));
            readers.add(threads.submit(() -> whileRunning(done, table::reset)));
            long direct = 0;
            for (Future<Long> writer : fallen) {
                direct += writer.get();
            }
            for (Future<?> writer : all) {
                writer.get();
            }
            done.set(true);
            for (Future<?> reader : readers) {
                reader.get();
            }
            assertThat(table.executions()).isEqualTo((long) writers * executions);
            assertThat(tallies.stream().mapToLong(tally -> tally.executions).sum() + direct)
                    .isEqualTo((long) writers * executions);
            assertThat(tallies.stream().mapToLong(tally -> tally.nanos).sum() + direct * NANOS)
                    .isEqualTo(writers * executions * (NANOS + 2));
        } finally {
            done.set(true);
            threads.shutdownNow();
            assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    private long write(Kept tally, int executions) {
        long direct = 0;
        for (int i = 0; i < executions; i++) {
            if (!tally.executed(NANOS, i, 2)) {
                while (!schema.statement(SELECT).recordExecution(1, NANOS, i, 2, 0, 0)) {
                    Thread.onSpinWait();
                }
                direct++;
            }
        }
        return direct;
    }

    private void assertWhole() {
        for (StatementSnapshot row : table.snapshot()) {
            assertThat(row.sumNanos()).isEqualTo(row.count() * NANOS);
            assertThat(row.rowsAffected()).isEqualTo(row.count() * 2);
            assertThat(row.histogram().total()).isEqualTo(row.count());
            assertThat(row.bytesRead()).isEqualTo(row.rowsSent() * 3);
            assertThat(row.fetchNanos()).isEqualTo(row.rowsSent() * 2);
        }
    }

    private static void whileRunning(AtomicBoolean done, Runnable action) {
        while (!done.get()) {
            action.run();
        }
    }
}
