package dev.tollbooth.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.tollbooth.console.model.PageModel;
import dev.tollbooth.console.model.PageModel.PageStatement;
import dev.tollbooth.console.model.PageModels;
import dev.tollbooth.console.model.ReportSource;
import dev.tollbooth.console.model.TimeSpan;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.StatementRecord;
import dev.tollbooth.statement.RuTerm;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PageModelsTest {

    private static final List<Report> REPORTS = new SyntheticReports(300, 288, 300).list();
    private static final ReportSource DAY = REPORTS::forEach;
    private static final PageModel MODEL = PageModels.of(DAY, TimeSpan.ALL);

    @Test
    void sums_ofAllRowsAndOfAllBuckets_areThoseOfTheReports() {
        long calls = REPORTS.stream()
                .flatMap(report -> report.getStatementRecordsList().stream())
                .mapToLong(StatementRecord::getExecCount)
                .sum();
        assertThat(MODEL.statements())
                .extracting(row -> row.figures().count())
                .satisfies(each -> assertThat(
                                each.stream().mapToLong(Long::longValue).sum())
                        .isEqualTo(calls));
        assertThat(calls(MODEL.global())).isEqualTo(calls);
        long byTime = MODEL.statements().stream()
                        .mapToLong(row -> calls(row.points()))
                        .sum()
                + calls(MODEL.rest());
        assertThat(byTime).isEqualTo(calls);
        assertThat(MODEL.statements())
                .allSatisfy(row -> assertThat(row.figures().histogram().total())
                        .isEqualTo(row.figures().count()));
    }

    /** Tests that reports of two seconds make steps of two seconds, not of five. */
    @Test
    void grid_ofReportsOfTwoSeconds_hasTheirSteps() {
        PageModel model = PageModels.of(new SyntheticReports(3, 30, 2), TimeSpan.ALL);
        assertThat(model.grid().bucketSeconds()).isEqualTo(2);
        assertThat(model.grid().buckets()).isEqualTo(30);
    }

    @Test
    void origins_ofAStatement_addUpToIt() {
        assertThat(MODEL.statements())
                .filteredOn(row -> !row.origins().isEmpty())
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.origins().keySet()).containsExactly("GET /catalog/{category}", "");
                    List<Figures> origins = List.copyOf(row.origins().values());
                    assertThat(origins.stream().mapToLong(Figures::count).sum())
                            .isEqualTo(row.figures().count());
                    assertThat(origins.get(0).get(Figure.MOST_IN_TRANSACTION)).isEqualTo(31L);
                    assertThat(Figure.REPEATED.rank(origins.get(0))).isPositive();
                    assertThat(origins.get(1).get(Figure.MOST_IN_TRANSACTION)).isNull();
                });
    }

    @Test
    void slices_byInstanceAndOrigin_areThoseOfTheReports() {
        assertThat(calls(MODEL.slices().get("instance").get("shop"))).isEqualTo(calls(MODEL.global()));
        long named = MODEL.statements().stream()
                .flatMap(row -> row.origins().entrySet().stream())
                .filter(origin -> !origin.getKey().isEmpty())
                .mapToLong(origin -> origin.getValue().count())
                .sum();
        assertThat(MODEL.slices().get("origin")).containsOnlyKeys("GET /catalog/{category}");
        assertThat(calls(MODEL.slices().get("origin").get("GET /catalog/{category}")))
                .isEqualTo(named)
                .isPositive();
    }

    @Test
    void statement_ofTheFirstAndTheLastReport_isSeenThen() {
        assertThat(MODEL.statements().get(0).figures().get(Figure.FIRST)).isEqualTo(SyntheticReports.START);
        assertThat(MODEL.statements().get(0).figures().get(Figure.LAST)).isEqualTo(SyntheticReports.START + 86_400);
    }

    @Test
    void terms_ofAStatement_areItsRequestUnits() {
        assertThat(MODEL.statements()).isNotEmpty().allSatisfy(row -> {
            assertThat(row.terms()).extracting(RuTerm::name).startsWith("statements");
            assertThat(row.terms().get(0).amount()).isEqualTo(row.figures().count());
            assertThat(row.terms().stream().mapToDouble(RuTerm::ru).sum())
                    .isCloseTo((Double) row.figures().get(Figure.RU), withinPercentage(1e-7));
        });
    }

    @Test
    void reports_givenTwice_countOnce() {
        PageModel twice = PageModels.of(
                reports -> {
                    DAY.forEach(reports);
                    DAY.forEach(reports);
                },
                TimeSpan.ALL);
        assertThat(calls(twice.global())).isEqualTo(calls(MODEL.global()));
        assertThat(twice.runs()).isEqualTo(MODEL.runs());
    }

    @Test
    void span_ofAnHour_holdsItsWindowsAlone() {
        long begin = SyntheticReports.START + 3_600;
        PageModel model = PageModels.of(DAY, new TimeSpan(begin, begin + 3_600));
        assertThat(model.grid().startSecond()).isEqualTo(begin);
        assertThat(model.grid().endSecond()).isEqualTo(begin + 3_600);
        assertThat(model.grid().buckets()).isEqualTo(12);
        long calls = REPORTS.stream()
                .filter(report -> report.getWindowStartSec() >= begin && report.getWindowStartSec() < begin + 3_600)
                .flatMap(report -> report.getStatementRecordsList().stream())
                .mapToLong(StatementRecord::getExecCount)
                .sum();
        assertThat(calls(model.global())).isEqualTo(calls).isPositive();
    }

    @Test
    void thirtyDays_ofTenThousandStatements_areRolledUpAndSaySo() {
        PageModel model = PageModels.of(new SyntheticReports(10_000, 360, 7_200), TimeSpan.ALL);
        assertThat(model.grid().buckets()).isBetween(200, 300);
        assertThat(model.statements()).hasSizeGreaterThan(5_000);
        assertThat(model.statements().stream().filter(row -> !row.points().isEmpty()))
                .hasSizeBetween(100, 250);
        assertThat(model.notes())
                .anyMatch(note -> note.startsWith("Rolled up: reports of 7200 s into buckets of 3 h"))
                .anyMatch(note -> note.contains("cheap statements have figures"));
    }

    @Test
    void runs_withAGap_tellHowManyReportsAreMissing() {
        List<Report> all = new SyntheticReports(3, 20, 60).list();
        PageModel model = PageModels.of(
                reports -> {
                    all.subList(0, 5).forEach(reports);
                    all.subList(7, 10).forEach(reports);
                },
                TimeSpan.ALL);
        assertThat(model.runs()).singleElement().satisfies(run -> {
            assertThat(run.reports()).isEqualTo(8);
            assertThat(run.missing()).isEqualTo(2);
            assertThat(run.dropped()).containsKey("FOLDED");
        });
    }

    @Test
    void noReport_givesAnEmptyModel() {
        PageModel model = PageModels.of(reports -> {}, TimeSpan.ALL);
        assertThat(model.grid().buckets()).isZero();
        assertThat(model.statements()).isEmpty();
        assertThat(model.notes()).isEmpty();
    }

    @Test
    void requestUnits_ofASecondSource_areMixedAndHaveNoNumber() {
        PageModel model = PageModels.of(
                reports -> {
                    reports.accept(report(1, "estimate", 5));
                    reports.accept(report(2, "gateway", 7));
                },
                TimeSpan.ALL);
        PageStatement row = model.statements().get(0);
        assertThat(row.figures().ruSource()).isEqualTo("mixed");
        assertThat(row.figures().get(Figure.RU)).isNull();
        assertThat(row.figures().ruBySource()).isEqualTo(Map.of("estimate", 5.0, "gateway", 7.0));
        assertThat(row.figures().count()).isEqualTo(2);
    }

    private static Report report(int sequence, String source, double ru) {
        return Report.newBuilder()
                .setBootId("b")
                .setSequence(sequence)
                .setWindowStartSec(SyntheticReports.START + sequence * 60L)
                .setWindowEndSec(SyntheticReports.START + sequence * 60L + 60)
                .addStatementRecords(StatementRecord.newBuilder()
                        .setDigest(SyntheticReports.digest("select ?"))
                        .setExecCount(1)
                        .setTotalRu(ru)
                        .setRuSource(source))
                .build();
    }

    private static long calls(Map<Integer, Figures> points) {
        return points.values().stream().mapToLong(Figures::count).sum();
    }
}
