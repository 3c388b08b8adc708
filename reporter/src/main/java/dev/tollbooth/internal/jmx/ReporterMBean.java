package dev.tollbooth.internal.jmx;

import static javax.management.openmbean.SimpleType.BOOLEAN;

import dev.tollbooth.internal.report.Reporter;
import dev.tollbooth.internal.report.SinkStatus;
import dev.tollbooth.report.DropReason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The MBean {@code Reporter}: the sinks of reports, and their state. */
final class ReporterMBean {

    /**
     * The reasons for drops that have a row for each sink, even if nothing was dropped. Other reasons have a row only
     * if the sink counts them.
     */
    private static final Set<DropReason> OF_EACH_SINK = Collections.unmodifiableSet(EnumSet.of(
            DropReason.SINK_BUSY, DropReason.SINK_TIMEOUT, DropReason.SINK_FAILED, DropReason.SINK_BACKED_OFF));

    private record Dropped(String sink, DropReason reason, long reports) {}

    private ReporterMBean() {}

    static OpenMBean of(Reporter reporter) {
        return OpenMBean.of("Reporter", "delivers reports to their consumers, each on a thread of its own")
                .table("Sinks", "consumers of reports and their state", sinks(), reporter::sinks)
                .table(
                        "Drops",
                        "reports that consumers did not take, by reason",
                        drops(),
                        () -> drops(reporter.sinks()))
                .action(
                        "flush",
                        "sends the statements' counts until now; request units follow when their window ends;"
                                + " false if a consumer needs more than 10 seconds",
                        BOOLEAN,
                        List.of(),
                        given -> reporter.flush())
                .build();
    }

    private static OpenTable<SinkStatus> sinks() {
        return OpenTable.<SinkStatus>of("Sinks", "consumers of reports", "name")
                .text("name", "its name", SinkStatus::name)
                .text(
                        "state",
                        "idle, waiting, running, stalled, backed_off or closed",
                        row -> RuColumns.lowerCase(row.state()))
                .small(
                        "intervalSeconds",
                        "the requested width of items, seconds",
                        row -> row.interval().seconds())
                .whole("sent", "reports that it wrote or sent", SinkStatus::sent)
                .whole(
                        "waiting",
                        "reports that wait to be written again",
                        row -> row.progress().waiting())
                .whole("waitingBytes", "of these", row -> row.progress().waitingBytes())
                .whole("dropped", "reports that it refused or lost", ReporterMBean::dropped)
                .small("failuresInRow", "failures since the last success", SinkStatus::failuresInRow)
                .whole("bytes", "bytes written or sent; 0 if unknown", SinkStatus::bytes)
                .text("lastError", "class of its last exception, empty if none", SinkStatus::lastErrorClass)
                .build();
    }

    private static OpenTable<Dropped> drops() {
        return OpenTable.<Dropped>of("Drops", "reports that consumers did not take, by reason", "name", "reason")
                .text("name", "the consumer", Dropped::sink)
                .text("reason", "the reason", row -> RuColumns.lowerCase(row.reason))
                .whole("reports", "number of reports", Dropped::reports)
                .build();
    }

    private static long dropped(SinkStatus sink) {
        return sink.dropped().values().stream().mapToLong(Long::longValue).sum();
    }

    private static List<Dropped> drops(List<SinkStatus> sinks) {
        List<Dropped> drops = new ArrayList<>();
        for (SinkStatus sink : sinks) {
            for (DropReason reason : DropReason.values()) {
                Long reports = sink.dropped().get(reason);
                if (reports != null || OF_EACH_SINK.contains(reason)) {
                    drops.add(new Dropped(sink.name(), reason, reports == null ? 0 : reports));
                }
            }
        }
        return drops;
    }
}
