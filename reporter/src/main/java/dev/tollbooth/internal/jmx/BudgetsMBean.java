package dev.tollbooth.internal.jmx;

import static javax.management.openmbean.SimpleType.BOOLEAN;
import static javax.management.openmbean.SimpleType.DOUBLE;
import static javax.management.openmbean.SimpleType.INTEGER;
import static javax.management.openmbean.SimpleType.LONG;
import static javax.management.openmbean.SimpleType.STRING;

import dev.tollbooth.internal.budget.BudgetStatus;
import dev.tollbooth.internal.budget.Budgets;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.DynamicMBean;
import javax.management.MBeanNotificationInfo;
import javax.management.Notification;

/** The MBean {@code Budgets}: the state of each budget, and a notification for each exceeded window. */
final class BudgetsMBean {

    static final String EXCEEDED = "dev.tollbooth.budget-exceeded";

    private BudgetsMBean() {}

    static DynamicMBean of(Budgets budgets) {
        OpenTable<BudgetStatus> table = table();
        Listeners listeners = new Listeners(
                new MBeanNotificationInfo[] {
                    new MBeanNotificationInfo(
                            new String[] {EXCEEDED},
                            Notification.class.getName(),
                            "a user has exceeded the budget of a window; once per window")
                },
                () -> {});
        AtomicLong sequence = new AtomicLong();
        budgets.listen(status -> {
            Notification told = new Notification(
                    EXCEEDED,
                    "Budgets",
                    sequence.incrementAndGet(),
                    "budget exceeded: user=" + status.budget().user());
            told.setUserData(table.row(status));
            listeners.send(told);
        });
        OpenMBean described = OpenMBean.of("Budgets", "request units that users may spend")
                .attribute(
                        "Enforced",
                        "whether statements over a budget are refused (budget.enforce)",
                        BOOLEAN,
                        budgets::isEnforced)
                .attribute("Budgets", "the state of each budget", table.type(), () -> table.with(budgets.list()))
                .build();
        return new NotifyingMBean(described, listeners);
    }

    private static OpenTable<BudgetStatus> table() {
        return OpenTable.<BudgetStatus>of("Budgets", "budgets by user", "user")
                .column("user", "the user", STRING, status -> status.budget().user())
                .column(
                        "budget",
                        "request units per window",
                        DOUBLE,
                        status -> status.budget().requestUnits())
                .column(
                        "windowSeconds",
                        "seconds of a window",
                        INTEGER,
                        status -> status.budget().windowSeconds())
                .column(
                        "windowStart",
                        "begin of the open window, seconds since 1970 UTC",
                        LONG,
                        BudgetStatus::windowStart)
                .column("spent", "request units of the open window so far", DOUBLE, BudgetStatus::spent)
                .column("exceeded", "whether spent exceeds the budget", BOOLEAN, BudgetStatus::isExceeded)
                .column(
                        "windowsExceeded",
                        "windows in which the budget was exceeded",
                        LONG,
                        BudgetStatus::windowsExceeded)
                .column("refused", "executions that were refused", LONG, BudgetStatus::refused)
                .build();
    }
}
