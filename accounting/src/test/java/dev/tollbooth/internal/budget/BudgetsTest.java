package dev.tollbooth.internal.budget;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.cost.RuOwner;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BudgetsTest {

    private static final long NANOS = 1_000_000_000L;
    /** The begin of a minute and an hour. */
    private static final long EPOCH = 1_700_006_400L;

    private final List<BudgetStatus> told = new ArrayList<>();

    private static Budget budget(String user, String text) {
        return requireNonNull(Budget.of(user, text));
    }

    private Budgets enforced(Budget... budgets) {
        Budgets made = new Budgets(List.of(budgets), true);
        made.listen(told::add);
        return made;
    }

    /** Drains the request units of one second, which is {@code second} seconds after the epoch. */
    private static void spend(Budgets budgets, long second, String user, double ru) {
        budgets.at(EPOCH + second, second * NANOS);
        budgets.spent(new RuOwner("H2/shop", "estimate", user), ru);
    }

    private static boolean refuses(Budgets budgets, String user, double second) {
        return budgets.refusal(user, (long) (second * NANOS)) != null;
    }

    @Test
    void budget_ofText_hasItsWindow() {
        assertThat(budget("a", "1000/min")).isEqualTo(new Budget("a", 1_000, 60, "1000/min"));
        assertThat(budget("a", "0.5 / S").windowSeconds()).isEqualTo(1);
        assertThat(budget("a", "7/h").windowSeconds()).isEqualTo(3_600);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "1000", "0/min", "-1/min", "1000/day", "1000/", "/min", "1e3/min", "many/min", "1000/minute"
            })
    void budget_ofNoBudget_isNone(String text) {
        assertThat(Budget.of("a", text)).isNull();
    }

    @Test
    void user_atTheBudget_isNotOverIt() {
        Budgets budgets = enforced(budget("alice", "100/min"));
        spend(budgets, 1, "alice", 100);
        assertThat(refuses(budgets, "alice", 1.5)).isFalse();
        spend(budgets, 2, "alice", 0.25);
        assertThat(refuses(budgets, "alice", 2.5)).isTrue();
        assertThat(budgets.list().get(0).spent()).isEqualTo(100.25);
    }

    @Test
    void user_overTheBudget_isToldOnceAWindow() {
        Budgets budgets = enforced(budget("alice", "100/min"));
        for (int second = 1; second <= 59; second++) {
            spend(budgets, second, "alice", 60);
            budgets.tell();
        }
        assertThat(told).hasSize(1);
        assertThat(told.get(0).spent()).isEqualTo(120);
        spend(budgets, 60, "alice", 101);
        budgets.tell();
        budgets.tell();
        assertThat(told).hasSize(2);
        assertThat(told.get(1).windowStart()).isEqualTo(EPOCH + 60);
        assertThat(told.get(1).windowsExceeded()).isEqualTo(2);
    }

    @Test
    void refusal_ofOneUser_isNoneOfAnother() {
        Budgets budgets = enforced(budget("alice", "100/min"), budget("bob", "100/min"));
        spend(budgets, 1, "alice", 5_000);
        budgets.spent(new RuOwner("H2/shop", "estimate", "bob"), 100);
        budgets.spent(new RuOwner("H2/shop", "estimate", "carol"), 1e9);
        assertThat(refuses(budgets, "alice", 1)).isTrue();
        assertThat(refuses(budgets, "bob", 1)).isFalse();
        assertThat(refuses(budgets, "carol", 1)).isFalse(); // has no budget
        assertThat(budgets.list()).extracting(BudgetStatus::refused).containsExactly(1L, 0L);
    }

    @Test
    void user_ofSeveralDatabases_hasOneBudget() {
        Budgets budgets = enforced(budget("alice", "100/min"));
        budgets.at(EPOCH, 0);
        budgets.spent(new RuOwner("H2/shop", "estimate", "alice"), 60);
        budgets.spent(new RuOwner("PostgreSQL/shop", "postgres", "alice"), 60);
        assertThat(refuses(budgets, "alice", 0)).isTrue();
    }

    @Test
    void boundary_ofTwoWindows_countsEachUnitInOneOfThem() {
        Budgets budgets = enforced(budget("alice", "100/min"));
        spend(budgets, 59, "alice", 90);
        // the drain at the end of a window has the request units of its last second; they count in the new window
        spend(budgets, 60, "alice", 90);
        assertThat(refuses(budgets, "alice", 60)).isFalse();
        assertThat(budgets.list().get(0).spent()).isEqualTo(90);
        spend(budgets, 61, "alice", 11);
        assertThat(refuses(budgets, "alice", 61)).isTrue();
    }

    @Test
    void refusal_atTheBoundary_ends() {
        Budgets budgets = enforced(budget("alice", "100/min"));
        spend(budgets, 50, "alice", 101);
        assertThat(refuses(budgets, "alice", 59.9)).isTrue();
        spend(budgets, 60, "bob", 1);
        assertThat(refuses(budgets, "alice", 60)).isFalse();
        assertThat(budgets.exceeded()).isEmpty();
    }

    @Test
    void refusal_whileNobodyDrains_endsWithItsWindowToo() {
        Budgets budgets = enforced(budget("alice", "100/min"));
        spend(budgets, 50, "alice", 101);
        assertThat(refuses(budgets, "alice", 59.9)).isTrue();
        assertThat(refuses(budgets, "alice", 60.1)).isFalse();
    }

    @Test
    void windows_ofAnyLength_losesNothing() {
        for (String text : List.of("1/s", "1/min", "1/h")) {
            Budgets budgets = enforced(budget("alice", text));
            int window = budget("alice", text).windowSeconds();
            double all = 0;
            for (long second = 0; second < 3 * 3_600; second += 7) {
                spend(budgets, second, "alice", 0.01);
                double spent = budgets.list().get(0).spent();
                boolean begun = second / window != (second - 7) / window || second == 0;
                assertThat(begun ? spent : spent - all).isEqualTo(0.01, org.assertj.core.api.Assertions.within(1e-9));
                all = spent;
            }
        }
    }

    @Test
    void refusal_text_saysWhoWhatAndTheRemedy() {
        Budgets budgets = enforced(budget("alice", "100/min"));
        spend(budgets, 1, "alice", 120.26);
        assertThat(budgets.refusal("alice", NANOS))
                .isEqualTo("statement refused, its user has spent the budget of request units: user=alice, spent=120.3,"
                        + " budget=100/min; try again in the next window, or raise tollbooth.budget.alice");
        assertThat(budgets.exceeded())
                .singleElement()
                .satisfies(problem -> assertThat(problem.cause()).isEqualTo("user=alice, spent=120.3, budget=100/min"));
    }

    @Test
    void budgets_notEnforced_refuseNobody() {
        Budgets budgets = new Budgets(List.of(budget("alice", "1/h")), false);
        spend(budgets, 1, "alice", 1_000);
        assertThat(refuses(budgets, "alice", 1)).isFalse();
        assertThat(budgets.list().get(0).isExceeded()).isTrue();
    }
}
