package dev.tollbooth.accounting.ru;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.accounting.control.Failures;
import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.digest.Sha256;
import dev.tollbooth.accounting.memory.MemoryTraceManager;
import dev.tollbooth.accounting.report.DropCounters;
import dev.tollbooth.accounting.report.DropReason;
import dev.tollbooth.accounting.report.ItemInterval;
import dev.tollbooth.accounting.report.RecordScope;
import dev.tollbooth.accounting.report.Window;
import dev.tollbooth.accounting.session.Execution;
import dev.tollbooth.accounting.session.RuCell;
import dev.tollbooth.accounting.session.Session;
import dev.tollbooth.accounting.session.SessionRegistry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TopRuTest {

    private static final RuOwner OWNER = new RuOwner("H2/shop", "estimate", "app");
    private static final Digest SELECT = Digest.ofNormalized("select ?", "select");

    private long now;
    private final SessionRegistry sessions = new SessionRegistry(() -> now);
    private final TopRu topRu = new TopRu(
            TopRuOptions.DEFAULT,
            sessions,
            () -> now,
            () -> now / 1_000_000,
            new DropCounters(),
            new Failures(() -> now));
    private final List<Window> windows = new ArrayList<>();

    @Test
    void tick_executionOfNinetySeconds_isInBothWindowsWithItsFullDuration() {
        topRu.onWindow(windows::add);
        Lease lease = topRu.subscribe(ItemInterval.SECONDS_60);
        Session session = sessions.open("app");
        RuCell cell = session.ruCell(OWNER, SELECT, Sha256.NONE, 1e-9);
        Execution execution = new Execution(session, () -> {});
        execution.begin(SELECT, cell, now);
        for (int second = 1; second <= 90; second++) {
            now = SECONDS.toNanos(second);
            topRu.tick();
        }
        long end = execution.end(now);
        cell.add(1, end, 10, RuState.KNOWN);
        now = SECONDS.toNanos(120);
        topRu.tick();
        topRu.close();
        lease.close();
        assertThat(windows).hasSize(3);
        assertThat(windows).allSatisfy(window -> {
            assertThat(window.ruRecords().get(0).scope()).isEqualTo(RecordScope.STATEMENT);
        });
        assertThat(windows.stream()
                        .flatMap(window -> window.ruRecords().stream())
                        .flatMap(ru -> ru.items().stream())
                        .mapToLong(item -> item.execDurationNanos()))
                .containsExactly(SECONDS.toNanos(59), SECONDS.toNanos(31), 0L);
        assertThat(windows.stream()
                        .flatMap(window -> window.ruRecords().stream())
                        .flatMap(ru -> ru.items().stream())
                        .mapToDouble(item -> item.ru())
                        .sum())
                .isEqualTo(100);
        assertThat(topRu.text(SELECT.sha256())).isEqualTo("select ?");
    }

    @Test
    void close_justAfterTheEdgeOfAWindow_givesBothWindowsOut() {
        topRu.onWindow(windows::add);
        topRu.subscribe(ItemInterval.SECONDS_15);
        Session session = sessions.open("app");
        now = SECONDS.toNanos(59);
        session.ruCell(OWNER, SELECT, Sha256.NONE, 0).add(3, 10, 5, RuState.KNOWN);
        topRu.tick();
        now = SECONDS.toNanos(60) + 1;
        session.ruCell(OWNER, SELECT, Sha256.NONE, 0).add(4, 10, 7, RuState.KNOWN);
        topRu.close();
        assertThat(windows)
                .extracting(window -> window.ruRecords().get(0).items().get(0).execCount())
                .containsExactly(3L, 4L);
        assertThat(topRu.drops().snapshot()).isEmpty();
    }

    @Test
    void lastLease_closedJustAfterTheEdgeOfAWindow_dropsWhatIsLeftAndCountsIt() {
        topRu.onWindow(windows::add);
        Lease lease = topRu.subscribe(ItemInterval.SECONDS_15);
        Session session = sessions.open("app");
        now = SECONDS.toNanos(59);
        session.ruCell(OWNER, SELECT, Sha256.NONE, 0).add(3, 10, 5, RuState.KNOWN);
        topRu.tick();
        now = SECONDS.toNanos(60) + 1;
        lease.close();
        topRu.close();
        assertThat(windows).isEmpty();
        assertThat(topRu.drops().snapshot().get(DropReason.DISABLED).execCount())
                .isEqualTo(3);
    }

    @Test
    void halve_fullBucket_freesMostOfItAndKeepsTheSums() {
        topRu.onWindow(windows::add);
        topRu.subscribe(ItemInterval.SECONDS_15);
        for (int user = 0; user < 200; user++) {
            Session session = sessions.open("user" + user);
            RuOwner owner = new RuOwner("H2/shop", "estimate", "user" + user);
            for (int i = 0; i < 60; i++) {
                Digest digest = Digest.ofNormalized("select " + i, "select");
                session.ruCell(owner, digest, Sha256.NONE, 0).add(1, 10, user + 1.0, RuState.KNOWN);
            }
        }
        topRu.tick();
        RuTotals before = topRu.inTiers();
        long[] bytes = new long[4];
        for (int times = 0; times < bytes.length; times++) {
            topRu.halve(times);
            MemoryTraceManager traces = new MemoryTraceManager();
            topRu.register(traces);
            bytes[times] = traces.snapshot().totalBytes();
            assertThat(topRu.inTiers().execCount())
                    .isEqualTo(before.execCount())
                    .isEqualTo(12_000);
            assertThat(topRu.inTiers().ru()).isEqualTo(before.ru());
        }
        System.out.println("bytes of 12,000 keys in a bucket, halved 0, 1, 2, 3 times: " + Arrays.toString(bytes));
        assertThat(bytes[1]).isLessThan(bytes[0] * 2 / 3);
        assertThat(bytes[3]).isLessThan(bytes[0] / 4);
        topRu.close();
        assertThat(windows.get(0).ruRecords()).hasSizeBetween(12 * 12, 12 * 13 + 1);
    }
}
