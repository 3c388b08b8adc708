package dev.tollbooth.internal.jmx;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.report.Reporter;
import dev.tollbooth.internal.report.Subscription;
import dev.tollbooth.report.PlanChange;
import dev.tollbooth.report.Report;
import javax.management.MBeanNotificationInfo;
import javax.management.Notification;
import javax.management.openmbean.CompositeData;
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
    private final Listeners listeners;
    private long sequence; // confined to the sink's thread

    @GuardedBy("this")
    private @Nullable Subscription subscription;

    RuNotifications(Reporter reporter) {
        this.reporter = reporter;
        this.listeners = new Listeners(kinds(), this::update);
    }

    /** Returns the kinds of notifications. */
    static MBeanNotificationInfo[] kinds() {
        return new MBeanNotificationInfo[] {
            kind(REPORT, "a report was made"),
            kind(PLAN_CHANGE, "a statement spends most in a different plan than before")
        };
    }

    private static MBeanNotificationInfo kind(String type, String what) {
        return new MBeanNotificationInfo(new String[] {type}, Notification.class.getName(), what);
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
                Forms forms = new Forms(RuColumns.reports(), RuColumns.planChanges());
                subscription = reporter.listen("jmx-notifications", report -> take(report, forms));
            }
        }
        if (ended != null) {
            ended.close();
        }
    }

    private void take(Report report, Forms forms) {
        send(REPORT, "report " + report.sequence(), forms.reports.row(report));
        for (PlanChange change : report.planChanges()) {
            send(PLAN_CHANGE, "another plan: sqlDigest=" + change.sqlDigest().hex(), forms.planChanges.row(change));
        }
    }

    private void send(String type, String message, CompositeData content) {
        Notification notification = new Notification(type, "TopRU", ++sequence, message);
        notification.setUserData(content);
        listeners.send(notification);
    }
}
