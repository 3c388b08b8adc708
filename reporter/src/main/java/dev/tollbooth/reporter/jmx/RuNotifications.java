package dev.tollbooth.reporter.jmx;

import dev.tollbooth.accounting.report.Report;
import dev.tollbooth.reporter.Reporter;
import dev.tollbooth.reporter.Subscription;
import javax.management.MBeanNotificationInfo;
import javax.management.Notification;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/**
 * Sends a notification for each report and each change of a plan, while anybody listens; it takes no report otherwise.
 *
 * <p>Thread-safe.
 */
final class RuNotifications {

    static final String REPORT = "dev.tollbooth.report";
    static final String PLAN_CHANGE = "dev.tollbooth.plan-change";

    private final Reporter reporter;
    private final Listeners listeners;
    private final OpenTable<Report> reports = RuColumns.reports();
    private final OpenTable<PlanChange> planChanges = RuColumns.planChanges();
    private final PlanChanges plans = new PlanChanges(); // confined to the sink's thread
    private long sequence; // confined to the sink's thread
    private @Nullable Subscription subscription; // guarded by this

    RuNotifications(Reporter reporter, MBeanNotificationInfo[] kinds) {
        this.reporter = reporter;
        this.listeners = new Listeners(kinds, this::update);
    }

    Listeners listeners() {
        return listeners;
    }

    private void update() {
        Subscription ended = null;
        synchronized (this) {
            if (listeners.isEmpty()) {
                ended = subscription;
                subscription = null;
            } else if (subscription == null) {
                subscription = reporter.listen("jmx-notifications", this::take);
            }
        }
        if (ended != null) {
            ended.close();
        }
    }

    private void take(Report report) {
        send(REPORT, "report " + report.sequence(), reports.row(report));
        for (PlanChange change : plans.next(report.window().ruRecords())) {
            send(PLAN_CHANGE, "another plan: sqlDigest=" + change.sqlDigest().hex(), planChanges.row(change));
        }
    }

    private void send(String type, String message, CompositeData content) {
        Notification notification = new Notification(type, "TopRU", ++sequence, message);
        notification.setUserData(content);
        listeners.send(notification);
    }
}
