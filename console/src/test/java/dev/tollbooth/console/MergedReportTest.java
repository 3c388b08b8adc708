package dev.tollbooth.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tollbooth.console.model.MergedReport;
import dev.tollbooth.console.model.PageModel;
import dev.tollbooth.console.model.PageModel.PageStatement;
import dev.tollbooth.console.model.PageModels;
import dev.tollbooth.console.model.TimeSpan;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.proto.v1.Report;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class MergedReportTest {

    @Test
    void reports_mergedByPairs_showTheSameSums() {
        List<Report> all = new SyntheticReports(40, 16, 60).list();
        Report merged = all.stream().reduce(MergedReport::of).orElseThrow();
        PageModel apart = PageModels.of(reports -> all.forEach(reports), TimeSpan.ALL);
        PageModel together = PageModels.of(reports -> reports.accept(merged), TimeSpan.ALL);

        assertThat(merged.getWindowStartSec()).isEqualTo(all.get(0).getWindowStartSec());
        assertThat(merged.getWindowEndSec()).isEqualTo(all.get(15).getWindowEndSec());
        assertThat(figures(together)).containsExactlyInAnyOrderEntriesOf(figures(apart));
        for (PageStatement row : together.statements()) {
            PageStatement same = apart.statements().stream()
                    .filter(each -> each.identity().equals(row.identity()))
                    .findFirst()
                    .orElseThrow();
            assertThat((Double) row.figures().get(Figure.RU))
                    .isCloseTo((Double) same.figures().get(Figure.RU), within(1e-6));
            assertThat(row.text()).isEqualTo(same.text());
            assertThat(row.terms()).hasSameSizeAs(same.terms());
            assertThat(row.origins()).hasSameSizeAs(same.origins());
        }
        assertThat(spent(together)).isEqualTo(spent(apart));
        assertThat(together.plans()).isEqualTo(apart.plans());
        assertThat(together.marks())
                .hasSameSizeAs(apart.marks().stream()
                        .filter(mark -> mark.kind().equals("plan"))
                        .toList());
        assertThat(merged.getSerializedSize())
                .isLessThan(all.stream().mapToInt(Report::getSerializedSize).sum() / 4);
    }

    /** Returns the figures without request units, which are sums of fractions. */
    private static Map<String, String> figures(PageModel model) {
        return model.statements().stream()
                .collect(Collectors.toMap(
                        row -> row.identity().toString(),
                        row -> row.figures().toBuilder()
                                .set(Figure.FIRST, null)
                                .set(Figure.LAST, null)
                                .ru(null, null)
                                .set(Figure.LAST, null)
                                .build()
                                .toString()));
    }

    private static Map<String, Long> spent(PageModel model) {
        Map<String, Long> calls = new TreeMap<>();
        model.spenders().forEach(each -> {
            calls.merge(each.identity().toString(), count(each.byBucket().values()), Long::sum);
            calls.merge("origins of " + each.identity(), count(each.byOrigin().values()), Long::sum);
        });
        return calls;
    }

    private static long count(java.util.Collection<Figures> all) {
        return all.stream().mapToLong(Figures::count).sum();
    }
}
