package dev.tollbooth.internal.topru;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.cost.RuKey;
import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.Sha256;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WindowsTest {

    private static final RuOwner OWNER = new RuOwner("H2/shop", "estimate", "app");
    private static final RuKey KEY =
            RuKey.statement(OWNER, TextDigest.ofNormalized("select ?", "").sha256(), Sha256.NONE);

    private final List<Window> taken = new ArrayList<>();
    private int era;

    private Windows windows(ItemInterval report, ItemInterval item) {
        return new Windows(
                TierLimits.DEFAULT, report, item.finest(report), (window, tables, collecting) -> taken.add(window));
    }

    private void add(Windows windows, long seconds, double ru) {
        TierTable table = TierLimits.DEFAULT.table();
        if (ru > 0) {
            table.add(KEY, Spent.of(ru, 1, 1, 0, 0, 0));
        }
        windows.add(new Batch(era, seconds, Collector.ALL, table));
    }

    private static Map<Long, Double> items(Window window) {
        Map<Long, Double> items = new TreeMap<>();
        for (RuItem item : window.ruRecords().get(0).items()) {
            items.put(item.startEpochSeconds(), item.ru());
        }
        return items;
    }

    @ParameterizedTest
    @EnumSource(ItemInterval.class)
    void add_fourBuckets_giveItemsOfTheIntervalAskedFor(ItemInterval item) {
        Windows windows = windows(ItemInterval.SECONDS_60, item);
        add(windows, 1, 1);
        add(windows, 16, 2);
        add(windows, 31, 3);
        add(windows, 46, 4);
        add(windows, 60, 0);
        Map<Long, Double> expected = switch (item) {
            case SECONDS_15 -> Map.of(0L, 1.0, 15L, 2.0, 30L, 3.0, 45L, 4.0);
            case SECONDS_30 -> Map.of(0L, 3.0, 30L, 7.0);
            case SECONDS_60 -> Map.of(0L, 10.0);
        };
        assertThat(taken).singleElement().satisfies(window -> {
            assertThat(items(window)).isEqualTo(expected);
            assertThat(window.itemSeconds()).isEqualTo(item.seconds());
            assertThat(window.startEpochSeconds()).isZero();
            assertThat(window.endEpochSeconds()).isEqualTo(60);
            assertThat(window.sqlRecords()).singleElement().satisfies(sql -> {
                assertThat(sql.items()).hasSize(expected.size());
            });
        });
    }

    @Test
    void add_timePassesTheEnd_givesTheWindowOnce() {
        Windows windows = windows(ItemInterval.SECONDS_60, ItemInterval.SECONDS_60);
        add(windows, 10, 1);
        add(windows, 59, 0);
        assertThat(taken).isEmpty();
        add(windows, 60, 0);
        assertThat(taken).hasSize(1);
        add(windows, 61, 0);
        add(windows, 600, 0);
        assertThat(taken).hasSize(1);
        assertThat(windows.isEmpty()).isTrue();
    }

    @Test
    void add_ticksThatJumpOverAMinute_loseNoWindow() {
        Windows windows = windows(ItemInterval.SECONDS_60, ItemInterval.SECONDS_15);
        add(windows, 59, 1);
        add(windows, 120, 2);
        add(windows, 181, 0);
        assertThat(taken).extracting(Window::startEpochSeconds).containsExactly(0L, 120L);
        assertThat(items(taken.get(0))).containsOnlyKeys(45L);
        assertThat(items(taken.get(1))).containsOnlyKeys(120L);
    }

    @Test
    void add_batchOfAClosedWindow_goesToTheOpenOneAndIsCountedLate() {
        Windows windows = windows(ItemInterval.SECONDS_60, ItemInterval.SECONDS_60);
        add(windows, 5, 1);
        add(windows, 60, 0);
        add(windows, 10, 2);
        add(windows, 120, 0);
        assertThat(windows.lateBatches()).isEqualTo(1);
        assertThat(taken).hasSize(2);
        assertThat(items(taken.get(1))).isEqualTo(Map.of(60L, 2.0));
    }

    @Test
    void setIntervals_finer_holdsFromTheNextWindow() {
        Windows windows = windows(ItemInterval.SECONDS_60, ItemInterval.SECONDS_60);
        add(windows, 5, 1);
        windows.setIntervals(ItemInterval.SECONDS_15, ItemInterval.SECONDS_60);
        add(windows, 20, 1);
        add(windows, 60, 1);
        add(windows, 75, 1);
        add(windows, 90, 0);
        assertThat(taken).extracting(Window::startEpochSeconds).containsExactly(0L, 60L, 75L);
        assertThat(taken).extracting(Window::itemSeconds).containsExactly(60, 15, 15);
    }

    @Test
    void setIntervals_finerItemsWithinAWindow_groupsAllOfItsBuckets() {
        Windows windows = windows(ItemInterval.SECONDS_60, ItemInterval.SECONDS_60);
        add(windows, 5, 1);
        add(windows, 18, 2);
        windows.setIntervals(ItemInterval.SECONDS_60, ItemInterval.SECONDS_15);
        add(windows, 20, 4);
        add(windows, 50, 8);
        add(windows, 60, 0);
        assertThat(taken.get(0).itemSeconds()).isEqualTo(15);
        assertThat(items(taken.get(0))).isEqualTo(Map.of(0L, 1.0, 15L, 6.0, 45L, 8.0));
        add(windows, 61, 1);
        windows.setIntervals(ItemInterval.SECONDS_60, ItemInterval.SECONDS_30);
        add(windows, 110, 2);
        add(windows, 120, 0);
        assertThat(items(taken.get(1))).isEqualTo(Map.of(60L, 1.0, 90L, 2.0));
    }

    @Test
    void setIntervals_longer_waitsForAnEdgeOfTheLongerOne() {
        Windows windows = windows(ItemInterval.SECONDS_15, ItemInterval.SECONDS_15);
        add(windows, 65, 1);
        windows.setIntervals(ItemInterval.SECONDS_60, ItemInterval.SECONDS_30);
        for (long second = 75; second <= 180; second += 15) {
            add(windows, second, 1);
        }
        add(windows, 240, 0);
        assertThat(taken).extracting(Window::startEpochSeconds).containsExactly(60L, 75L, 90L, 105L, 120L, 180L);
        assertThat(taken).extracting(Window::itemSeconds).containsExactly(15, 15, 15, 15, 30, 30);
        assertThat(items(taken.get(4))).isEqualTo(Map.of(120L, 2.0, 150L, 2.0));
    }

    @Test
    void add_newEra_closesTheWindowEarlyAndGoesOnInThePast() {
        Windows windows = windows(ItemInterval.SECONDS_60, ItemInterval.SECONDS_60);
        add(windows, 3605, 1);
        add(windows, 3620, 1);
        era++;
        add(windows, 10, 2);
        add(windows, 60, 0);
        assertThat(taken).extracting(Window::startEpochSeconds).containsExactly(3600L, 0L);
        assertThat(taken.get(0).endEpochSeconds()).isEqualTo(3630);
        assertThat(windows.lateBatches()).isZero();
    }

    @Test
    void close_openWindow_givesItEarlyAndOnce() {
        Windows windows = windows(ItemInterval.SECONDS_60, ItemInterval.SECONDS_15);
        add(windows, 5, 1);
        add(windows, 20, 2);
        windows.close(22, Collector.ALL);
        windows.close(23, Collector.ALL);
        assertThat(taken).singleElement().satisfies(window -> {
            assertThat(window.endEpochSeconds()).isEqualTo(23);
            assertThat(items(window)).isEqualTo(Map.of(0L, 1.0, 15L, 2.0));
        });
    }

    @Test
    void add_moreThanAReportHolds_movesTheRestToOthers() {
        Windows windows = windows(ItemInterval.SECONDS_60, ItemInterval.SECONDS_60);
        TierTable table = TierLimits.DEFAULT.table();
        for (int user = 0; user < 150; user++) {
            for (int statement = 0; statement < 120; statement++) {
                RuOwner owner = new RuOwner("H2/shop", "estimate", "user" + user);
                Sha256 sql = TextDigest.ofNormalized("select " + statement, "").sha256();
                table.add(RuKey.statement(owner, sql, Sha256.NONE), Spent.of(1 + user, 1, 1, 0, 0, 7));
            }
        }
        windows.add(new Batch(0, 5, Collector.ALL, table.cut()));
        add(windows, 60, 0);
        Window window = taken.get(0);
        assertThat(window.ruRecords())
                .filteredOn(row -> row.scope() == RecordScope.STATEMENT)
                .hasSize(10_000);
        assertThat(window.ruRecords())
                .filteredOn(row -> row.scope() == RecordScope.USER_OTHERS)
                .hasSize(100);
        assertThat(window.ruRecords().get(window.ruRecords().size() - 1)).satisfies(row -> {
            assertThat(row.scope()).isEqualTo(RecordScope.GLOBAL_OTHERS);
            assertThat(row.items().get(0).execCount()).isEqualTo(50 * 120);
        });
        assertThat(window.ruRecords().stream()
                        .mapToLong(row -> row.items().get(0).execCount())
                        .sum())
                .isEqualTo(150 * 120);
        assertThat(window.sqlRecords()).hasSize(101);
        assertThat(window.sqlRecords().stream()
                        .mapToLong(row -> row.items().get(0).execCount())
                        .sum())
                .isEqualTo(150 * 120);
        assertThat(window.sqlRecords().stream()
                        .mapToLong(row -> row.items().get(0).cpuNanos())
                        .sum())
                .isEqualTo(7 * 150 * 120);
    }
}
