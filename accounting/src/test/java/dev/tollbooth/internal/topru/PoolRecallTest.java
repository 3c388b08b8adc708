package dev.tollbooth.internal.topru;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.journal.Leaks;
import dev.tollbooth.internal.journal.Session;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.journal.Statement;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.Window;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Tests a pool whose connections are all used by all tenants: the request units of each tenant, from the execution to
 * the closed window.
 */
class PoolRecallTest {

    private static final int STATEMENTS = 30;
    private static final int CONNECTIONS = 20;
    private static final int EXECUTIONS_PER_SECOND = 100;
    private static final int SECONDS = 59;

    private long now;
    private final StatementTable table = Leaks.table(() -> now);
    private final SessionRegistry sessions = Leaks.registry(table, () -> now, 80_000);
    private final TopRu topRu = new TopRu(
            ItemInterval.SECONDS_60,
            sessions,
            () -> now,
            () -> now / 1_000_000,
            new DropCounters(),
            new Failures(() -> now));
    private final List<Window> windows = new ArrayList<>();
    private final Map<String, Double> spent = new HashMap<>();
    private final Map<String, Double> shown = new HashMap<>();
    private double withoutStatement;

    /** Returns one of {@code count} numbers by Zipf's law with exponent 1. */
    private static int zipf(Random random, double[] cumulative) {
        double at = random.nextDouble() * cumulative[cumulative.length - 1];
        int low = 0;
        int high = cumulative.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (cumulative[middle] < at) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static double[] cumulative(int count) {
        double[] sums = new double[count];
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += 1.0 / (i + 1);
            sums[i] = sum;
        }
        return sums;
    }

    private void run(int tenants) {
        topRu.onWindow(windows::add);
        topRu.subscribe(ItemInterval.SECONDS_60);
        Random random = new Random(7);
        double[] byTenant = cumulative(tenants);
        double[] byStatement = cumulative(STATEMENTS);
        TextDigest[] digests = new TextDigest[STATEMENTS];
        for (int i = 0; i < STATEMENTS; i++) {
            digests[i] = TextDigest.ofNormalized("select " + i, "select");
        }
        Session[] pool = new Session[CONNECTIONS];
        for (int i = 0; i < CONNECTIONS; i++) {
            pool[i] = sessions.open("app");
        }
        for (int second = 0; second < SECONDS; second++) {
            for (int i = 0; i < CONNECTIONS * EXECUTIONS_PER_SECOND; i++) {
                String tenant = "tenant" + zipf(random, byTenant);
                RuOwner owner = new RuOwner("H2/shop", "warning", tenant);
                Statement statement = new Statement(pool[i % CONNECTIONS]);
                statement.begin(
                        sessions.spender(table.schema("shop"), owner, null),
                        digests[zipf(random, byStatement)],
                        true,
                        now);
                statement.finish(now + 1_000);
                double ru = 1 + random.nextDouble();
                statement.tell(ru);
                spent.merge(tenant, ru, Double::sum);
                now += 1_000_000_000L / (CONNECTIONS * EXECUTIONS_PER_SECOND);
            }
            topRu.tick();
        }
        topRu.close();
        for (Window window : windows) {
            for (RuRecord row : window.ruRecords()) {
                double ru = row.items().stream().mapToDouble(RuItem::ru).sum();
                if (row.scope() == RecordScope.STATEMENT) {
                    shown.merge(row.user(), ru, Double::sum);
                } else {
                    withoutStatement += ru;
                }
            }
        }
    }

    private List<String> dearest(int count, Map<String, Double> of) {
        return of.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder()))
                .limit(count)
                .map(Map.Entry::getKey)
                .toList();
    }

    @Test
    void hundredTenants_onAPool_areAllNamedInTheirOrderWithAllTheyHaveSpent() {
        run(100);
        System.out.println("recall: 100 tenants, without statement " + withoutStatement);
        assertThat(withoutStatement).isZero();
        assertThat(dearest(100, shown)).isEqualTo(dearest(100, spent));
        spent.forEach((tenant, ru) -> assertThat(shown.get(tenant)).isCloseTo(ru, within(1e-9 * ru)));
        assertThat(topRu.drops().snapshot()).doesNotContainKey(DropReason.FOLDED);
    }

    @Test
    void thousandTenants_onAPool_theDearestHundredAreNamedWithWhatTheyHaveSpent() {
        run(1_000);
        double worst = 0;
        for (String tenant : dearest(100, spent)) {
            double ru = spent.get(tenant);
            worst = Math.max(worst, Math.abs(shown.getOrDefault(tenant, 0.0) - ru) / ru);
        }
        System.out.println("recall: 1,000 tenants, worst of the dearest hundred misses " + worst);
        assertThat(worst).isLessThan(0.01);
    }
}
