package dev.tollbooth.internal.jmx;

import static javax.management.openmbean.SimpleType.BOOLEAN;
import static javax.management.openmbean.SimpleType.DATE;
import static javax.management.openmbean.SimpleType.LONG;
import static javax.management.openmbean.SimpleType.STRING;

import dev.tollbooth.internal.budget.BudgetStatus;
import dev.tollbooth.internal.budget.Budgets;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.control.Problem;
import dev.tollbooth.internal.jmx.InstanceFacts.IgnoredSetting;
import dev.tollbooth.internal.jmx.InstanceFacts.SettingValue;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.statement.Advice;
import java.util.Date;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The MBeans about an instance itself: {@code Control} with the kill switch and Tollbooth's own health, {@code
 * Settings}, {@code Advice} for the application, and {@code Budgets}.
 */
final class InstanceMBeans {

    private static final String BUDGET_EXCEEDED = "dev.tollbooth.budget-exceeded";

    private InstanceMBeans() {}

    static OpenMBean control(ExposedInstance instance) {
        InstanceFacts facts = instance.facts();
        return OpenMBean.of("Control", "switches accounting on and off")
                .attribute(
                        "Enabled",
                        "whether statements are accounted; takes effect at the next execution",
                        BOOLEAN,
                        instance.accounting()::isOn,
                        instance.accounting()::set)
                .attribute("Version", "Tollbooth's version", STRING, facts::version)
                .attribute("Build", "the commit that Tollbooth was built from", STRING, facts.build())
                .attribute("StartTime", "when this instance was created", DATE, () -> Date.from(facts.started()))
                .table(
                        "Failures",
                        "Tollbooth's own failures by place; 0 is ok",
                        failures(instance.failures()),
                        () -> List.of(Place.values()))
                .attribute(
                        "UnaccountedConnections",
                        "connections opened without accounting, because there were too many distinct configurations"
                                + " or an instance failed to start",
                        LONG,
                        facts.unaccountedConnections()::getAsLong)
                .table(
                        "Problems",
                        "settings without effect, such as a port that is taken; empty is ok",
                        problems(),
                        instance.problems()::found)
                .build();
    }

    private static OpenTable<Place> failures(Failures failures) {
        return OpenTable.<Place>of(
                        "Failures", "Tollbooth's own failures, none of which reached the application", "place")
                .text("place", "where the failure was caught", RuColumns::lowerCase)
                .whole("count", "failures since start", failures::count)
                .build();
    }

    private static OpenTable<Problem> problems() {
        return OpenTable.<Problem>of("Problems", "settings without effect", "what", "cause")
                .text("what", "the missing feature", Problem::what)
                .text("cause", "setting, value and remedy", Problem::cause)
                .build();
    }

    static OpenMBean settings(List<SettingValue> settings, List<IgnoredSetting> ignored) {
        OpenTable<SettingValue> inForce = OpenTable.<SettingValue>of("Settings", "every setting in force", "key")
                .text("key", "full name", SettingValue::key)
                .text("value", "value in force", SettingValue::value)
                .text("origin", "the place of the value", SettingValue::origin)
                .build();
        OpenTable<IgnoredSetting> notInForce = OpenTable.<IgnoredSetting>of(
                        "Ignored", "settings that were given and have no effect", "place", "name")
                .text("place", "the place of the setting", IgnoredSetting::place)
                .text("name", "the setting as the place has it; empty: all settings of the place", IgnoredSetting::name)
                .text("reason", "the reason", IgnoredSetting::reason)
                .build();
        return OpenMBean.of("Settings", "the settings of this instance")
                .table("Settings", "every setting with value and origin", inForce, () -> settings)
                .table(
                        "Ignored",
                        "settings from outside of the code that have no effect, and why; empty is ok",
                        notInForce,
                        () -> ignored)
                .build();
    }

    static OpenMBean advice(StatementTable statements) {
        OpenTable<Advice> table = OpenTable.<Advice>of(
                        "Advice", "advice, the greatest saving first", "kind", "schema", "digest")
                .text("kind", "the problem", Advice::kind)
                .text("schema", "SCHEMA_NAME; empty if there is none", Advice::schema)
                .text("digest", "DIGEST; empty if it is not about one statement", Advice::digest)
                .text("about", "the summary of the statement", Advice::about)
                .text("origin", "the main origin; empty if unknown", Advice::origin)
                .text("why", "the figures behind the advice", Advice::why)
                .text("evidence", "these figures: key=value", InstanceMBeans::evidence)
                .fraction("savedSeconds", "seconds of statement time that would be saved", Advice::savedSeconds)
                .whole("savedRoundTrips", "round trips that would be saved", Advice::savedRoundTrips)
                .fraction("savedRuPerHour", "request units saved per hour; null: not known", Advice::savedRuPerHour)
                .fraction("share", "saved share of all time or round trips, 0 to 1", Advice::share)
                .text("remedy", "what to change", Advice::remedy)
                .text("certainty", "sure, likely or possible", Advice::certainty)
                .build();
        return OpenMBean.of("Advice", "advice for the application, with its saving")
                .table("Advice", "advice, the greatest saving first", table, statements::advice)
                .build();
    }

    private static String evidence(Advice advice) {
        return advice.evidence().entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(", "));
    }

    /** Returns the MBean {@code Budgets}, which sends a notification for each exceeded window. */
    static OpenMBean budgets(Budgets budgets) {
        OpenTable<BudgetStatus> table = budgetTable();
        OpenMBean.Builder described = OpenMBean.of("Budgets", "request units that users may spend")
                .attribute(
                        "Enforced",
                        "whether statements over a budget are refused (budget.enforce)",
                        BOOLEAN,
                        budgets::isEnforced)
                .table("Budgets", "the state of each budget", table, budgets::list)
                .notification(BUDGET_EXCEEDED, "a user has exceeded the budget of a window; once per window");
        NotifyingMBean bean = new NotifyingMBean(described, changed -> {});
        budgets.listen(status -> bean.send(
                BUDGET_EXCEEDED, "budget exceeded: user=" + status.budget().user(), table.row(status)));
        return bean;
    }

    private static OpenTable<BudgetStatus> budgetTable() {
        return OpenTable.<BudgetStatus>of("Budgets", "budgets by user", "user")
                .text("user", "the user", status -> status.budget().user())
                .fraction(
                        "budget",
                        "request units per window",
                        status -> status.budget().requestUnits())
                .small(
                        "windowSeconds",
                        "seconds of a window",
                        status -> status.budget().windowSeconds())
                .whole("windowStart", "begin of the open window, seconds since 1970 UTC", BudgetStatus::windowStart)
                .fraction("spent", "request units of the open window so far", BudgetStatus::spent)
                .flag("exceeded", "whether spent exceeds the budget", BudgetStatus::isExceeded)
                .whole("windowsExceeded", "windows in which the budget was exceeded", BudgetStatus::windowsExceeded)
                .whole("refused", "executions that were refused", BudgetStatus::refused)
                .build();
    }
}
