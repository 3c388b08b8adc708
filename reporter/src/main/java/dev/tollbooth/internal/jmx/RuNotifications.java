package dev.tollbooth.internal.jmx;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.report.Reporter;
import dev.tollbooth.internal.report.Subscription;
import dev.tollbooth.report.PlanChange;
import dev.tollbooth.report.Report;
import org.jspecify.annotations.Nullable;

/**
 * A source of notifications about each report and each change of a plan. It listens to the reporter only while the
 * MBean has listeners.
 *
 * <p>Thread-safe.
 */
final class RuNotifications {

    static final String REPORT = "dev.tollbooth.report";
    static final String PLAN_CHANGE = "dev.tollbooth.plan-change";

    /** The tables that describe the content of notifications, created with the first listener. */
    private record Forms(OpenTable<Report> reports, OpenTable<PlanChange> planChanges) {}

    private final Reporter reporter;

    @GuardedBy("this")
    private @Nullable Subscription subscription;

    RuNotifications(Reporter reporter) {
        this.reporter = reporter;
    }

    /** Listens to the reporter if {@code bean} has listeners, and ends that if it has none. */
    void update(NotifyingMBean bean) {
        Subscription ended = null;
        synchronized (this) {
            if (!bean.hasListeners()) {
                ended = subscription;
                subscription = null;
            } else if (subscription == null) {
                Forms forms = new Forms(RuColumns.reports(), RuColumns.planChanges());
                subscription = reporter.listen("jmx-notifications", report -> take(bean, report, forms));
            }
        }
        if (ended != null) {
            ended.close();
        }
    }

    private static void take(NotifyingMBean bean, Report report, Forms forms) {
        bean.send(REPORT, "report " + report.sequence(), forms.reports.row(report));
        for (PlanChange change : report.planChanges()) {
            bean.send(
                    PLAN_CHANGE, "another plan: sqlDigest=" + change.sqlDigest().hex(), forms.planChanges.row(change));
        }
    }
}
