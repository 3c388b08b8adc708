package dev.tollbooth.internal.topru;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.cost.RuTotals;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.Sha256;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RecentWindowsTest {

    private static final int RECORDS = 1_000;

    private static final int USERS = 10;

    private static Sha256 digest(int number) {
        return TextDigest.ofNormalized("select " + number, "").sha256();
    }

    private static Window window(long start, int origins) {
        List<RuRecord> records = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            RuTotals spent = new RuTotals();
            spent.add(origins == 0 ? 1 : 0, origins == 0 ? 1 : 0, 0, 0, 0);
            for (int origin = 0; origin < origins; origin++) {
                spent.addOf("GET /" + origin, 1, 1, 1, 0, 0, 0);
            }
            RuItem item = spent.toItem(start);
            records.add(new RuRecord(
                    RecordScope.STATEMENT, "H2/a", "estimate", "u" + i % USERS, digest(i), Sha256.NONE, List.of(item)));
        }
        return new Window(start, start + 60, 60, records, List.of());
    }

    @Test
    void add_anHourOfShortWindowsFullOfUsers_keepsEachUsersSumWithItsOwnOthers() {
        RecentWindows recent = new RecentWindows();
        int all = 100;
        for (long start = 0; start < 3_600 + 60; start += 15) {
            List<RuRecord> records = new ArrayList<>();
            for (int i = 0; i < 40 * all; i++) {
                int user = i % all;
                records.add(record(RecordScope.STATEMENT, "user" + user, digest(i / all), start, 2 + user));
            }
            for (int user = 0; user < all; user++) {
                records.add(record(RecordScope.USER_OTHERS, "user" + user, Sha256.NONE, start, 1));
            }
            records.add(record(RecordScope.GLOBAL_OTHERS, "", Sha256.NONE, start, 7));
            recent.add(new Window(start, start + 15, 15, records, List.of()));
        }
        assertThat(recent.list()).hasSize(240);
        assertThat(recent.bytes()).isLessThanOrEqualTo((20_000 + 240 * (all + 1)) * TierWeights.RECORD);
        Map<String, Double> sums = new TreeMap<>();
        recent.list()
                .forEach(window -> window.ruRecords()
                        .forEach(
                                row -> sums.merge(row.user(), row.items().get(0).ru(), Double::sum)));
        assertThat(sums.remove("")).isEqualTo(240.0 * 7);
        assertThat(sums).hasSize(all);
        for (int user = 0; user < all; user++) {
            assertThat(sums).containsEntry("user" + user, 240.0 * (40 * (2 + user) + 1));
        }
        assertThat(recent.list().get(0).ruRecords())
                .as("the rest is of statements")
                .filteredOn(row -> row.scope() == RecordScope.STATEMENT)
                .hasSize(83);
    }

    private static RuRecord record(RecordScope scope, String user, Sha256 sql, long start, double ru) {
        RuItem item = new RuItem(start, ru, 1, 1, 0, 0);
        return new RuRecord(scope, "H2/a", "estimate", user, sql, Sha256.NONE, List.of(item));
    }

    @Test
    void add_byOrigin_keepsWithinTheSameBoundAndFoldsTheRestWithItsOrigins() {
        RecentWindows without = new RecentWindows();
        RecentWindows with = new RecentWindows();
        for (int minute = 0; minute < 70; minute++) {
            without.add(window(60L * minute, 0));
            with.add(window(60L * minute, 3));
            assertThat(without.bytes()).isLessThanOrEqualTo((20_000 + 60 * USERS) * TierWeights.RECORD);
            assertThat(with.bytes()).isLessThanOrEqualTo((20_000 + 60 * USERS * 4) * TierWeights.RECORD);
        }
        assertThat(with.list()).hasSize(60);
        int origins = 0;
        for (Window kept : with.list()) {
            Map<String, RuItem> others = Map.of();
            double ru = 0;
            double others1 = 0;
            for (RuRecord record : kept.ruRecords()) {
                RuItem item = record.items().get(0);
                ru += item.ru();
                origins += item.origins().size();
                others = record.scope() == RecordScope.USER_OTHERS ? item.origins() : others;
                others1 += record.scope() == RecordScope.USER_OTHERS
                        ? item.origins().get("GET /1").ru()
                        : 0;
            }
            assertThat(ru).isEqualTo(3 * RECORDS);
            assertThat(others.keySet()).containsExactlyInAnyOrder("GET /0", "GET /1", "GET /2");
            assertThat(others1).isEqualTo(RECORDS - (kept.ruRecords().size() - USERS));
        }
        assertThat(with.bytes()).isGreaterThanOrEqualTo(origins * TierWeights.RECORD);
        assertThat(without.list().get(0).ruRecords().size())
                .isGreaterThan(2 * with.list().get(0).ruRecords().size());
    }
}
