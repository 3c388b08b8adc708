package dev.tollbooth.internal.ru.tidb;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests plans in the form of TiDB's statements_summary. */
final class TidbPlanTextTest {

    private static final String PLAN = """
            \tid                          \ttask     \testRows\toperator info\tactRows\texecution info\tmemory\tdisk
            \tHashJoin_22                 \troot     \t12.5\tinner join, equal:[eq(shop.o.id, shop.l.id)], other cond:gt(shop.o.a, 4711)\t3\ttime:1ms\t0\tN/A
            \t├─IndexLookUp_29(Build)     \troot     \t10\t\t3\ttime:1ms\t0\tN/A
            \t│ └─IndexRangeScan_27(Build)\tcop[tikv]\t10\ttable:o, index:by_day(day, shop), range:["4711","4712"], keep order:false\t3\tx\t0\tN/A
            \t└─TableReader_25(Probe)     \troot     \t10\tdata:Selection_24\t3\ttime:1ms\t0\tN/A
            \t  └─TableFullScan_24        \tcop[tikv]\t10\ttable:l, partition:p0, keep order:false, stats:pseudo\t3\tx\t0\tN/A
            """;

    @Test
    void normalized_plan_keepsOperatorsTablesIndexesAndJoins() {
        assertThat(TidbPlanText.normalized(PLAN)).isEqualTo("""
                        HashJoin root inner join
                        ├─IndexLookUp(Build) root
                        │ └─IndexRangeScan(Build) cop[tikv] table:o index:by_day(day, shop)
                        └─TableReader(Probe) root
                          └─TableFullScan cop[tikv] table:l partition:p0""");
    }

    @Test
    void normalized_constantsAndFigures_areNotInIt() {
        assertThat(TidbPlanText.normalized(PLAN)).doesNotContain("4711", "12.5", "time", "_22");
    }

    @Test
    void normalized_noPlan_isEmpty() {
        assertThat(TidbPlanText.normalized("")).isEmpty();
        assertThat(TidbPlanText.normalized("some text\nwithout a table")).isEmpty();
        assertThat(TidbPlanText.normalized("\tid\ttask\toperator info\n\tshort"))
                .isEmpty();
    }
}
