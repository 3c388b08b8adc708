package dev.tollbooth.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.report.ReportMaker.PlanChanges;
import dev.tollbooth.report.PlanChange;
import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests which statements have another plan than before. */
class PlanChangesTest {

    private static RuRecord record(int statement, int plan) {
        return new RuRecord(
                RecordScope.STATEMENT,
                "H2/shop",
                "estimate",
                "anna",
                SampleReports.digest(statement),
                SampleReports.digest(plan),
                List.of(new RuItem(60, 10, 1, 1, 0, 0)));
    }

    @Test
    void next_moreStatementsThanRemembered_forgetsThoseSeenLongestAgo() {
        PlanChanges plans = new PlanChanges();
        for (int round = 0; round < 2; round++) {
            for (int i = 1; i <= PlanChanges.LIMIT + 10; i++) {
                assertThat(plans.next(List.of(record(i, round)))).isEmpty();
            }
        }
        assertThat(plans.next(List.of(record(PlanChanges.LIMIT, 9))))
                .containsExactly(new PlanChange(
                        "H2/shop",
                        SampleReports.digest(PlanChanges.LIMIT),
                        SampleReports.digest(1),
                        SampleReports.digest(9),
                        60));
    }
}
