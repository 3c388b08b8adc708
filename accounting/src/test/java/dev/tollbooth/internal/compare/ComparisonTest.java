package dev.tollbooth.internal.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tollbooth.internal.compare.LatencyComparison.UpperTail;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that almost no statement is named slower or faster without a change, and that changed ones are. */
class ComparisonTest {

    private static final int PAIRS = 1_000;
    private static final int WINDOWS = 12;
    private static final int[] EXECUTIONS = {100, 130, 300, 1_000, 5_000};

    private static Shift shift(MeasuredStatement before, MeasuredStatement after) {
        return Comparison.of(Map.of("s", before), Map.of("s", after)).get(0).shift();
    }

    private static boolean isAlarm(StatementChange<?> change) {
        return change.shift() == Shift.SLOWER || change.shift() == Shift.FASTER;
    }

    @ParameterizedTest
    @EnumSource
    void thousandPairs_ofTheSame_giveOnePercentFalseAlarmsAtMost(Workload workload) {
        Random random = new Random(1);
        int alarms = 0;
        int moved = 0;
        for (int i = 0; i < PAIRS; i++) {
            int n = EXECUTIONS[i % EXECUTIONS.length];
            StatementChange<String> change = Comparison.of(
                            Map.of("s", workload.side(random, n, WINDOWS, 1)),
                            Map.of("s", workload.side(random, n, WINDOWS, 1)))
                    .get(0);
            alarms += isAlarm(change) ? 1 : 0;
            moved += Math.abs(change.movedBuckets()) >= Comparison.MIN_BUCKETS ? 1 : 0;
        }
        assertThat(alarms).isLessThanOrEqualTo(PAIRS / 100);
        // otherwise the rule of three buckets alone would be enough, and the test of chance not tested
        assertThat(moved).isGreaterThan(PAIRS / 10);
    }

    @Test
    void thousandComparisons_ofTwentyStatements_giveOnePercentFalseAlarmsAtMost() {
        Random random = new Random(2);
        int alarms = 0;
        for (int i = 0; i < PAIRS; i++) {
            Map<Integer, MeasuredStatement> before = new LinkedHashMap<>();
            Map<Integer, MeasuredStatement> after = new LinkedHashMap<>();
            for (int s = 0; s < 20; s++) {
                Workload workload = Workload.values()[s % Workload.values().length];
                before.put(s, workload.side(random, 100 + 10 * s, 4, 1));
                after.put(s, workload.side(random, 100 + 15 * s, 4, 1));
            }
            alarms += Comparison.of(before, after).stream().anyMatch(ComparisonTest::isAlarm) ? 1 : 0;
        }
        assertThat(alarms).isLessThanOrEqualTo(PAIRS / 100);
    }

    @ParameterizedTest
    @CsvSource({
        "PLAIN,1000,1.3,180",
        "PLAIN,100,2,190",
        "TWO_HUMPS,1000,1.5,190",
        "PAUSES,5000,1.3,190",
        "BUSY_WINDOWS,5000,1.5,100"
    })
    void slowerStatement_whoseP99Moved_isNamedInNineteenOfTwentyPairs(
            Workload workload, int executions, double slowdown, int least) {
        Random random = new Random(3);
        int slower = 0;
        int faster = 0;
        int moved = 0;
        for (int i = 0; i < 200; i++) {
            MeasuredStatement slow = workload.side(random, executions, WINDOWS, slowdown);
            MeasuredStatement usual = workload.side(random, executions, WINDOWS, 1);
            StatementChange<String> change =
                    Comparison.of(Map.of("s", usual), Map.of("s", slow)).get(0);
            // the rule ignores statements whose P99 has not moved by three buckets
            moved += change.movedBuckets() >= Comparison.MIN_BUCKETS ? 1 : 0;
            slower += change.shift() == Shift.SLOWER ? 1 : 0;
            faster += shift(slow, usual) == Shift.FASTER ? 1 : 0;
        }
        assertThat(slower).isGreaterThanOrEqualTo(moved * 19 / 20).isGreaterThanOrEqualTo(least);
        assertThat(faster).isEqualTo(slower);
    }

    @Test
    void tailAlone_slower_isNamed() {
        Random random = new Random(4);
        MeasuredStatement before = Workload.PLAIN.side(random, 20_000, 1, 1);
        long[] counts = new long[LatencyBuckets.COUNT];
        for (int bucket = 0; bucket < counts.length; bucket++) {
            counts[bucket] = before.histogram().count(bucket);
        }
        counts[LatencyBuckets.index(40_000_000)] += 400; // 2 % wait 40 ms
        MeasuredStatement after =
                new MeasuredStatement(List.of(HistogramSnapshot.of(0, counts)), 20_400, 0, null, Set.of());
        assertThat(shift(before, after)).isEqualTo(Shift.SLOWER);
    }

    @Test
    void ninetyNineExecutions_aFarAwayP99_areTooFew() {
        Random random = new Random(5);
        MeasuredStatement before = Workload.PLAIN.side(random, 99, 1, 1);
        MeasuredStatement after = Workload.PLAIN.side(random, 10_000, 1, 50);
        assertThat(shift(before, after)).isEqualTo(Shift.TOO_FEW);
        assertThat(shift(after, before)).isEqualTo(Shift.TOO_FEW);
        assertThat(shift(Workload.PLAIN.side(random, 100, 1, 1), after)).isEqualTo(Shift.SLOWER);
    }

    @Test
    void twoBuckets_ofAMillionExecutions_areNoChange() {
        long[] million = {1_000_000};
        MeasuredStatement before =
                new MeasuredStatement(List.of(HistogramSnapshot.of(100, million)), 1_000_000, 0, null, Set.of());
        MeasuredStatement two =
                new MeasuredStatement(List.of(HistogramSnapshot.of(102, million)), 1_000_000, 0, null, Set.of());
        MeasuredStatement three =
                new MeasuredStatement(List.of(HistogramSnapshot.of(103, million)), 1_000_000, 0, null, Set.of());
        assertThat(shift(before, two)).isEqualTo(Shift.SAME);
        assertThat(shift(before, three)).isEqualTo(Shift.SLOWER);
    }

    @Test
    void statements_ofOneSide_areNewOrGone() {
        MeasuredStatement any = new MeasuredStatement(List.of(), 1, 0, 4.0, Set.of("a"));
        Map<String, MeasuredStatement> before = new HashMap<>(Map.of("old", any, "both", any));
        Map<String, MeasuredStatement> after = new HashMap<>(
                Map.of("new", any, "both", new MeasuredStatement(List.of(), 2, 0, 10.0, Set.of("a", "b"))));
        Map<String, StatementChange<String>> changes = new HashMap<>();
        Comparison.of(before, after).forEach(change -> changes.put(change.key(), change));
        assertThat(changes).hasSize(3);
        assertThat(changes.get("old").shift()).isEqualTo(Shift.GONE);
        assertThat(changes.get("new").shift()).isEqualTo(Shift.NEW);
        assertThat(changes.get("new").newPlans()).isEmpty();
        assertThat(changes.get("both").shift()).isEqualTo(Shift.TOO_FEW);
        assertThat(changes.get("both").newPlans()).containsExactly("b");
        MeasuredStatement now = changes.get("both").after();
        assertThat(now == null ? null : now.ruOfOne()).isEqualTo(5.0);
    }

    /** Compares with a result by hand: of 10 balls, 4 are marked, and 5 are drawn. */
    @Test
    void hypergeometric_ofSmallNumbers_isExact() {
        assertThat(UpperTail.hypergeometric(4, 5, 4, 10)).isCloseTo(6.0 / 252, within(1e-12));
        assertThat(UpperTail.hypergeometric(3, 5, 4, 10)).isCloseTo(66.0 / 252, within(1e-12));
        assertThat(UpperTail.hypergeometric(0, 5, 4, 10)).isEqualTo(1);
        assertThat(UpperTail.hypergeometric(20, 100_000, 20, 200_000)).isCloseTo(Math.pow(0.5, 20), within(1e-8));
    }

    /** Compares with printed tables of Student's t. */
    @ParameterizedTest
    @CsvSource({"1,12.706,0.025", "2,4.303,0.025", "5,3.365,0.01", "10,2.764,0.01", "30,3.385,0.001"})
    void studentT_ofTabulatedValues_isWithinThreePercent(int degrees, double t, double likelihood) {
        assertThat(UpperTail.student(t, degrees)).isCloseTo(likelihood, within(likelihood * 0.03));
    }
}
