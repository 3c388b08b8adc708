package dev.tollbooth.reporter.jmx;

import static javax.management.openmbean.SimpleType.BOOLEAN;
import static javax.management.openmbean.SimpleType.INTEGER;
import static javax.management.openmbean.SimpleType.LONG;
import static javax.management.openmbean.SimpleType.STRING;

import dev.tollbooth.accounting.report.DropReason;
import dev.tollbooth.reporter.Reporter;
import dev.tollbooth.reporter.SinkStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The MBean {@code Reporter}: who gets reports, and how it goes. */
final class ReporterMBean {

    private record Dropped(String sink, DropReason reason, long reports) {}

    private ReporterMBean() {}

    static OpenMBean of(Reporter reporter) {
        OpenTable<SinkStatus> sinks = OpenTable.<SinkStatus>of("Sinks", "who gets reports", "name")
                .column("name", "what its subscriber called it", STRING, SinkStatus::name)
                .column(
                        "state",
                        "idle, running, stalled, backed_off or closed",
                        STRING,
                        row -> RuColumns.lowerCase(row.state()))
                .column(
                        "intervalSeconds",
                        "the item width that it asked for",
                        INTEGER,
                        row -> row.interval().seconds())
                .column("sent", "reports that it took", LONG, SinkStatus::sent)
                .column("dropped", "reports that it did not take", LONG, ReporterMBean::dropped)
                .column("failuresInRow", "since the last report that it took", INTEGER, SinkStatus::failuresInRow)
                .column("bytes", "written or sent, 0 where it does not tell", LONG, SinkStatus::bytes)
                .column(
                        "lastError",
                        "class of its last exception, empty if none",
                        STRING,
                        row -> Objects.requireNonNullElse(row.lastErrorClass(), ""))
                .build();
        OpenTable<Dropped> drops = OpenTable.<Dropped>of(
                        "Drops", "reports that sinks did not take, by reason", "name", "reason")
                .column("name", "the sink", STRING, Dropped::sink)
                .column("reason", "why", STRING, row -> RuColumns.lowerCase(row.reason))
                .column("reports", "how many", LONG, Dropped::reports)
                .build();
        return OpenMBean.of("Reporter", "hands reports to sinks, each on a thread of its own")
                .attribute(
                        "Sinks", "who gets reports, and how it goes", sinks.type(), () -> sinks.with(reporter.sinks()))
                .attribute(
                        "Drops",
                        "reports that sinks did not take, by reason",
                        drops.type(),
                        () -> drops.with(drops(reporter.sinks())))
                .action(
                        "flush",
                        "sends what statements counted until now; false if a sink is not done within 10 seconds",
                        BOOLEAN,
                        List.of(),
                        given -> reporter.flush())
                .build();
    }

    private static long dropped(SinkStatus sink) {
        return sink.dropped().values().stream().mapToLong(Long::longValue).sum();
    }

    private static List<Dropped> drops(List<SinkStatus> sinks) {
        List<Dropped> drops = new ArrayList<>();
        for (SinkStatus sink : sinks) {
            sink.dropped().forEach((reason, reports) -> drops.add(new Dropped(sink.name(), reason, reports)));
        }
        return drops;
    }
}
