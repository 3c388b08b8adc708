package dev.tollbooth.internal.jmx;

import static javax.management.openmbean.SimpleType.BOOLEAN;
import static javax.management.openmbean.SimpleType.INTEGER;
import static javax.management.openmbean.SimpleType.STRING;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.report.Reporter;
import dev.tollbooth.internal.report.Subscription;
import dev.tollbooth.internal.report.WindowSource;
import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.PlanChange;
import dev.tollbooth.report.Report;
import dev.tollbooth.statement.Sha256;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.management.openmbean.OpenMBeanParameterInfo;
import org.jspecify.annotations.Nullable;

/**
 * The MBean {@code TopRU}: request units by user, statement and plan. It sends a notification about each report and
 * each change of a plan, and listens to the reporter only while it has listeners itself.
 *
 * <p>Thread-safe.
 */
final class TopRuMBean {

    static final String TYPE = "TopRU";
    private static final String REPORT = "dev.tollbooth.report";
    private static final String PLAN_CHANGE = "dev.tollbooth.plan-change";

    private static final String HELD = "; of the last hour's windows that are still held, even without a consumer";
    private static final List<OpenMBeanParameterInfo> TICKET =
            List.of(OpenMBean.text("ticket", "the result of subscribe"));

    private final Reporter reporter;
    private final WindowSource windows;
    private final int topRows;
    private final OpenTable<RuSpent> statements;
    private final OpenTable<Report> reports = RuColumns.reports();
    private final OpenTable<PlanChange> planChanges = RuColumns.planChanges();

    @GuardedBy("this")
    private @Nullable Subscription subscription;

    private TopRuMBean(Reporter reporter, int topRows) {
        this.reporter = reporter;
        this.topRows = topRows;
        WindowSource source = reporter.windows();
        this.windows = source;
        this.statements = RuColumns.statements(digest -> digest.isEmpty() ? "" : text(digest, source::sqlText));
    }

    static NotifyingMBean of(Reporter reporter, int topRows) {
        TopRuMBean bean = new TopRuMBean(reporter, topRows);
        OpenMBean.Builder described =
                OpenMBean.of(TYPE, "request units by user, statement and plan, while there is a consumer");
        bean.attributes(described);
        bean.tables(described);
        bean.operations(described);
        described
                .notification(REPORT, "a report was made")
                .notification(PLAN_CHANGE, "a statement spends most in a different plan than before");
        return new NotifyingMBean(described, bean::update);
    }

    private void attributes(OpenMBean.Builder bean) {
        bean.attribute("Enabled", "whether there is a consumer", BOOLEAN, () -> windows.consumers() > 0)
                .attribute("ConsumerCount", "report files, Java, JMX and gRPC subscribers", INTEGER, windows::consumers)
                .attribute(
                        "ReportIntervalSeconds",
                        "seconds between reports: 15, 30 or 60; a change takes effect when the next window begins",
                        INTEGER,
                        () -> windows.reportInterval().seconds(),
                        seconds -> windows.setReportInterval(ItemInterval.ofSeconds(seconds)))
                .attribute(
                        "ItemIntervalSeconds",
                        "seconds of an item, the shortest that a subscriber has requested",
                        INTEGER,
                        () -> windows.itemInterval().seconds());
    }

    private void tables(OpenMBean.Builder bean) {
        bean.table("Top", "statements with the most request units, at most 200" + HELD, statements, this::top)
                .table(
                        "Users",
                        "users with the most request units, at most 200, and the row of all others" + HELD,
                        RuColumns.users(),
                        () -> RuSpent.topUsers(windows.lastHour(), topRows))
                .table(
                        "Origins",
                        "origins with the most request units by user, at most 200, with"
                                + " tollbooth.topru.by-origin=on" + HELD,
                        RuColumns.origins(),
                        () -> RuSpent.topOrigins(windows.lastHour(), topRows))
                .table("Drops", "drops since the instance began, by reason", RuColumns.drops(), this::dropped);
    }

    private void operations(OpenMBean.Builder bean) {
        bean.action(
                        "subscribe",
                        "starts collecting and returns a ticket that ends 10 minutes after its last use",
                        STRING,
                        List.of(OpenMBean.number("itemIntervalSeconds", "15, 30 or 60")),
                        given -> reporter.openTicket(ItemInterval.ofSeconds((Integer) given[0])))
                .action(
                        "unsubscribe",
                        "returns a ticket; false if it has ended",
                        BOOLEAN,
                        TICKET,
                        given -> reporter.closeTicket((String) given[0]))
                .query("top", "returns Top and extends the ticket by 10 minutes", statements, TICKET, given -> {
                    reporter.renewTicket((String) given[0]);
                    return top();
                })
                .query(
                        "text",
                        "the normalized text of a digest; empty if unknown",
                        STRING,
                        List.of(OpenMBean.text("sqlDigest", "64 hexadecimal digits")),
                        given -> text((String) given[0], windows::sqlText))
                .query(
                        "plan",
                        "the normalized text of a plan; empty if unknown",
                        STRING,
                        List.of(OpenMBean.text("planDigest", "64 hexadecimal digits")),
                        given -> text((String) given[0], windows::planText));
    }

    private List<Map.Entry<DropReason, DropCount>> dropped() {
        Map<DropReason, DropCount> counted = reporter.drops().snapshot();
        return Stream.of(DropReason.values())
                .map(reason -> Map.entry(reason, counted.getOrDefault(reason, DropCount.NONE)))
                .toList();
    }

    private List<RuSpent> top() {
        return RuSpent.top(windows.lastHour(), RuSpent.Key::ofStatement, topRows);
    }

    private static String text(String hex, Function<Sha256, @Nullable String> texts) {
        if (hex.length() != 2 * Sha256.BYTES) {
            throw new IllegalArgumentException("not a digest: length=" + hex.length() + ", use 64 hexadecimal digits");
        }
        String text = texts.apply(Sha256.of(HexFormat.of().parseHex(hex)));
        return text == null ? "" : text;
    }

    /** Listens to the reporter if {@code bean} has listeners, and ends that if it has none. */
    private void update(NotifyingMBean bean) {
        Subscription ended = null;
        synchronized (this) {
            if (!bean.hasListeners()) {
                ended = subscription;
                subscription = null;
            } else if (subscription == null) {
                subscription = reporter.listen("jmx-notifications", report -> take(bean, report));
            }
        }
        if (ended != null) {
            ended.close();
        }
    }

    private void take(NotifyingMBean bean, Report report) {
        bean.send(REPORT, "report " + report.sequence(), reports.row(report));
        for (PlanChange change : report.planChanges()) {
            bean.send(
                    PLAN_CHANGE, "another plan: sqlDigest=" + change.sqlDigest().hex(), planChanges.row(change));
        }
    }
}
