package dev.tollbooth.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.statement.Sha256;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ReportContentsTest {

    private static RuRecord record(String source, RuItem item) {
        return new RuRecord(
                RecordScope.STATEMENT, "H2/shop", source, "anna", SampleReports.digest(1), Sha256.NONE, List.of(item));
    }

    private static DropCount lost(RuRecord... records) {
        return ReportContents.of(SampleReports.report(1, records));
    }

    @Test
    void of_oneSource_addsUp() {
        RuRecord record = record("postgres", new RuItem(60, 1.5, 2, 30, 0, 0));
        assertThat(lost(record, record)).isEqualTo(new DropCount(1, 2, 3.0, "postgres", 4, 60));
    }

    @Test
    void of_twoSources_isMixedWithoutASum() {
        RuRecord one = record("postgres", new RuItem(60, 1.5, 2, 30, 0, 0));
        RuRecord other = record("estimate", new RuItem(60, 2, 1, 20, 0, 0));
        assertThat(lost(one, other)).isEqualTo(new DropCount(1, 2, null, "mixed", 3, 50));
        assertThat(lost(one).plus(lost(other))).isEqualTo(new DropCount(2, 2, null, "mixed", 3, 50));
    }

    @Test
    void of_unknownRequestUnits_isUnknown() {
        RuRecord unknown = record("postgres", new RuItem(60, 0, 2, 30, 2, 0));
        assertThat(lost(unknown)).isEqualTo(new DropCount(1, 1, null, null, 2, 30));
    }
}
