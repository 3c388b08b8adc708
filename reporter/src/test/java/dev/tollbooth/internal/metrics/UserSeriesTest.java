package dev.tollbooth.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.report.SampleReports;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.statement.Sha256;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class UserSeriesTest {

    private final MeasuredTable measured = new MeasuredTable();

    private Map<String, Double> byUser() {
        Metric metric = measured.telemetry.read(SeriesChoice.DEFAULT).metrics().stream()
                .collect(Collectors.toMap(Metric::name, Function.identity()))
                .get("tollbooth.request_units");
        return metric.points().stream()
                .collect(Collectors.toMap(
                        point -> String.valueOf(point.attributes().get(MetricAttribute.USER)), MetricPoint::value));
    }

    @Test
    void read_windowsOfTwoUsers_addUpForEach() throws Exception {
        measured.telemetry.start();
        assertThat(measured.subscribed).hasSize(1);
        RuRecord anna = SampleReports.ruRecord("anna", 1, Sha256.NONE, 60, 2.5, 3);
        RuRecord other = SampleReports.ruRecord("anna", 2, Sha256.NONE, 60, 1, 1);
        RuRecord bob = SampleReports.ruRecord("bob", 1, Sha256.NONE, 60, 4, 1);
        measured.subscribed.get(0).accept(SampleReports.report(1)); // anna's 2.5
        measured.subscribed.get(0).accept(SampleReports.report(2, anna, other, bob));
        assertThat(byUser()).containsOnly(Map.entry("anna", 6.0), Map.entry("bob", 4.0));
        assertThat(measured.subscribed).as("once").hasSize(1);
    }
}
