package dev.tollbooth.internal.topru;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tollbooth.internal.cost.RuKey;
import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.cost.RuTotals;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.statement.Sha256;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TierTableTest {

    private static RuOwner owner(String user) {
        return new RuOwner("H2/shop", "estimate", user);
    }

    private static RuKey key(String user, int statement) {
        return RuKey.statement(
                owner(user), TextDigest.ofNormalized("select " + statement, "").sha256(), Sha256.NONE);
    }

    private static void add(TierTable table, RuKey key, double ru) {
        table.add(key, Spent.of(ru, 1, 10, 0, 0, 0));
    }

    @Test
    void cut_byOrigin_othersOfUsersAndOfAllHaveTheirOrigins() {
        TierTable table = new TierLimits(2, 2, 2, 2, 2, 2, RuTotals::add).table();
        for (int user = 0; user < 5; user++) {
            for (int statement = 0; statement < 5; statement++) {
                table.add(key("user" + user, statement), Spent.by("GET /" + statement % 2, 1 + user));
            }
        }
        TierTable item = table.cut().reportCut();
        RuItem all = item.globalOthers().get("estimate").toItem(0);
        assertThat(all.ru()).isEqualTo(5 * (1 + 2 + 3));
        assertThat(all.origins().get("GET /0").ru()).isEqualTo(3 * (1 + 2 + 3));
        assertThat(all.origins().get("GET /1").ru()).isEqualTo(2 * (1 + 2 + 3));
        assertThat(sum(item).toItem(0).origins().get("GET /0").execCount()).isEqualTo(15);
        for (OwnerTable owner : item.owners()) {
            RuTotals others = new RuTotals();
            owner.statements.sumInto(others);
            assertThat(others.toItem(0).origins())
                    .isEqualTo(owner.total.toItem(0).origins());
        }
    }

    @Test
    void bytes_byOrigin_weighWhatOriginsHold() {
        TierTable without = TierLimits.DEFAULT.table();
        TierTable with = TierLimits.DEFAULT.table();
        long parts = 0;
        for (int statement = 0; statement < 100; statement++) {
            add(without, key("app", statement), 1);
            for (int origin = 0; origin < 8; origin++) {
                RuTotals spent = Spent.by("GET /" + origin, 1);
                with.add(key("app", statement), spent);
                parts += spent.originBytes();
            }
        }
        assertThat(with.bytes() - without.bytes()).isBetween(parts / 2, 2 * parts);
    }

    private static RuTotals sum(TierTable table) {
        Map<String, RuTotals> bySource = new HashMap<>();
        table.sumInto(bySource);
        RuTotals sum = new RuTotals();
        bySource.values().forEach(sum::add);
        return sum;
    }

    @Test
    void cut_fourHundredAndFiveUsers_keepsTwoHundredAndTheSum() {
        TierTable table = TierLimits.DEFAULT.table();
        for (int user = 0; user < 405; user++) {
            add(table, key("user" + user, 1), 1);
        }
        table.cut();
        assertThat(table.owners()).hasSize(200);
        assertThat(table.globalOthers().get("estimate").ru()).isEqualTo(205);
        assertThat(table.globalOthers().get("estimate").execCount()).isEqualTo(205);
        assertThat(sum(table).ru()).isEqualTo(405);
        assertThat(sum(table).execCount()).isEqualTo(405);
        assertThat(sum(table).durationNanos()).isEqualTo(4050);
    }

    @Test
    void cut_hotKeyAfterTenThousandColdOnes_isNamed() {
        TierTable table = TierLimits.DEFAULT.table();
        for (int statement = 0; statement < 10_000; statement++) {
            add(table, key("app", statement), 1);
        }
        add(table, key("app", 77_777), 1000);
        OwnerTable app = table.cut().owners().iterator().next();
        assertThat(app.statements.size()).isEqualTo(200);
        assertThat(app.statements.sorted()[0].key).isEqualTo(key("app", 77_777));
        assertThat(app.statements.others.execCount()).isEqualTo(10_001 - 200);
        assertThat(sum(table).ru()).isEqualTo(11_000);
    }

    @Test
    void cut_upToTwiceTheLimit_isExactWhateverTheOrder() {
        long seed = 20260101;
        List<Integer> statements = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            statements.add(i);
        }
        List<String> first = null;
        for (int round = 0; round < 20; round++) {
            Collections.shuffle(statements, new Random(seed + round));
            TierTable table = TierLimits.DEFAULT.table();
            for (int statement : statements) {
                // many equal ones, which are ordered by key
                add(table, key("app", statement), statement / 50);
            }
            List<String> kept = Arrays.stream(
                            table.cut().owners().iterator().next().statements.sorted())
                    .map(row -> row.key + " " + row)
                    .toList();
            first = first == null ? kept : first;
            assertThat(kept).as("seed=%s", seed + round).hasSize(200).isEqualTo(first);
        }
    }

    @Test
    void add_sameStatementOfTwoUsers_isTwoRows() {
        TierTable table = TierLimits.DEFAULT.table();
        add(table, key("a", 1), 1);
        add(table, key("b", 1), 2);
        add(table, key("", 1), 3);
        add(table, key("_others_", 1), 4);
        assertThat(table.owners())
                .extracting(found -> found.owner.user(), found -> found.total.ru)
                .containsExactlyInAnyOrder(tuple("_others_", 4.0), tuple("", 3.0), tuple("b", 2.0), tuple("a", 1.0));
        assertThat(table.sql.size()).isEqualTo(1);
        assertThat(table.sql.sorted()[0].execCount()).isEqualTo(4);
    }

    @Test
    void add_bothKindsOfOthers_stayApartAndCountTowardsNoLimit() {
        TierTable table = new TierLimits(2, 2, 2, 2, 2, 2, RuTotals::add).table();
        for (String user : List.of("", "app")) {
            add(table, key(user, 1), 1);
            add(table, key(user, 2), 1);
            add(table, RuKey.userOthers(owner(user)), 5);
        }
        add(table, RuKey.globalOthers("estimate"), 7);
        add(table, RuKey.globalOthers("warning"), 8);
        table.cut();
        assertThat(table.owners()).hasSize(2).allSatisfy(found -> {
            assertThat(found.statements.size()).isEqualTo(2);
            assertThat(found.statements.others.ru()).isEqualTo(5);
            assertThat(found.total.ru()).isEqualTo(7);
        });
        assertThat(table.globalOthers().get("estimate").ru()).isEqualTo(7);
        assertThat(table.globalOthers().get("warning").ru()).isEqualTo(8);
    }

    @Test
    void greatest_anyDoubles_isWhatASortGives() {
        double[] odd = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0.0, -0.0, -1, -2.5, 1e300};
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            Double[] values = new Double[1 + random.nextInt(200)];
            Arrays.setAll(values, i -> random.nextBoolean() ? odd[random.nextInt(odd.length)] : random.nextInt(9));
            int n = 1 + random.nextInt(values.length);
            long[] numbers =
                    Arrays.stream(values).mapToLong(Selection::sortable).toArray();
            Arrays.sort(values, Collections.reverseOrder(Double::compare));
            assertThat(Selection.greatest(numbers, n)).as("seed=%s", seed).isEqualTo(Selection.sortable(values[n - 1]));
        }
    }

    @Test
    void firstOf_randomNumbers_areWhatASortGives() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            Integer[] numbers = new Integer[1 + random.nextInt(200)];
            Arrays.setAll(numbers, i -> random.nextInt(50));
            int n = 1 + random.nextInt(numbers.length);
            Integer[] sorted = numbers.clone();
            Arrays.sort(sorted);
            Selection.firstOf(numbers, 0, numbers.length, n, Integer::compare);
            Arrays.sort(numbers, 0, n);
            assertThat(Arrays.copyOf(numbers, n)).as("seed=%s", seed).isEqualTo(Arrays.copyOf(sorted, n));
        }
    }
}
