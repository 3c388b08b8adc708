package dev.tollbooth.internal.jmx;

import static javax.management.openmbean.SimpleType.BOOLEAN;
import static javax.management.openmbean.SimpleType.DATE;
import static javax.management.openmbean.SimpleType.DOUBLE;
import static javax.management.openmbean.SimpleType.INTEGER;
import static javax.management.openmbean.SimpleType.LONG;
import static javax.management.openmbean.SimpleType.STRING;

import dev.tollbooth.internal.budget.BudgetStatus;
import dev.tollbooth.internal.budget.Budgets;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.control.Problem;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.statement.Advice;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The MBeans about an instance itself: {@code Control} with the kill switch and Tollbooth's own health, {@code
 * Settings}, {@code Advice} for the application, and {@code Budgets}.
 */
final class InstanceMBeans {

    private static final String BUDGET_EXCEEDED = "dev.tollbooth.budget-exceeded";

    private InstanceMBeans() {}

    static OpenMBean control(ExposedInstance instance) {
        OpenTable<Place> failures = failures(instance.failures());
        OpenTable<Problem> problems = problems();
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
                .attribute(
                        "Failures",
                        "Tollbooth's own failures by place; 0 is ok",
                        failures.type(),
                        () -> failures.with(List.of(Place.values())))
                .attribute(
                        "UnaccountedConnections",
                        "connections opened without accounting, because there were too many distinct configurations"
                                + " or an instance failed to start",
                        LONG,
                        facts.unaccountedConnections()::getAsLong)
                .attribute(
                        "Problems",
                        "settings without effect, such as a port that is taken; empty is ok",
                        problems.type(),
                        () -> problems.with(instance.problems().found()))
                .build();
    }

    private static OpenTable<Place> failures(Failures failures) {
        return OpenTable.<Place>of(
                        "Failures", "Tollbooth's own failures, none of which reached the application", "place")
                .column("place", "where the failure was caught", STRING, RuColumns::lowerCase)
                .column("count", "failures since start", LONG, failures::count)
                .build();
    }

    private static OpenTable<Problem> problems() {
        return OpenTable.<Problem>of("Problems", "settings without effect", "what", "cause")
                .column("what", "the missing feature", STRING, Problem::what)
                .column("cause", "setting, value and remedy", STRING, Problem::cause)
                .build();
    }

    static OpenMBean settings(List<SettingValue> settings, List<IgnoredSetting> ignored) {
        OpenTable<SettingValue> inForce = OpenTable.<SettingValue>of("Settings", "every setting in force", "key")
                .column("key", "full name", STRING, SettingValue::key)
                .column("value", "value in force", STRING, SettingValue::value)
                .column("origin", "the place of the value", STRING, SettingValue::origin)
                .build();
        OpenTable<IgnoredSetting> notInForce = OpenTable.<IgnoredSetting>of(
                        "Ignored", "settings that were given and have no effect", "place", "name")
                .column("place", "the place of the setting", STRING, IgnoredSetting::place)
                .column(
                        "name",
                        "the setting as the place has it; empty: all settings of the place",
                        STRING,
                        IgnoredSetting::name)
                .column("reason", "the reason", STRING, IgnoredSetting::reason)
                .build();
        return OpenMBean.of("Settings", "the settings of this instance")
                .attribute(
                        "Settings", "every setting with value and origin", inForce.type(), () -> inForce.with(settings))
                .attribute(
                        "Ignored",
                        "settings from outside of the code that have no effect, and why; empty is ok",
                        notInForce.type(),
                        () -> notInForce.with(ignored))
                .build();
    }

    static OpenMBean advice(StatementTable statements) {
        OpenTable<Advice> table = OpenTable.<Advice>of(
                        "Advice", "advice, the greatest saving first", "kind", "schema", "digest")
                .column("kind", "the problem", STRING, Advice::kind)
                .column("schema", "SCHEMA_NAME; empty if there is none", STRING, each -> orEmpty(each.schema()))
                .column(
                        "digest",
                        "DIGEST; empty if it is not about one statement",
                        STRING,
                        each -> orEmpty(each.digest()))
                .column("about", "the summary of the statement", STRING, Advice::about)
                .column("origin", "the main origin; empty if unknown", STRING, each -> orEmpty(each.origin()))
                .column("why", "the figures behind the advice", STRING, Advice::why)
                .column("evidence", "these figures: key=value", STRING, InstanceMBeans::evidence)
                .column("savedSeconds", "seconds of statement time that would be saved", DOUBLE, Advice::savedSeconds)
                .column("savedRoundTrips", "round trips that would be saved", LONG, Advice::savedRoundTrips)
                .column(
                        "savedRuPerHour",
                        "request units saved per hour; null: not known",
                        DOUBLE,
                        Advice::savedRuPerHour)
                .column("share", "saved share of all time or round trips, 0 to 1", DOUBLE, Advice::share)
                .column("remedy", "what to change", STRING, Advice::remedy)
                .column("certainty", "sure, likely or possible", STRING, Advice::certainty)
                .build();
        return OpenMBean.of("Advice", "advice for the application, with its saving")
                .attribute(
                        "Advice",
                        "advice, the greatest saving first",
                        table.type(),
                        () -> table.with(statements.advice()))
                .build();
    }

    private static String evidence(Advice advice) {
        return advice.evidence().entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(", "));
    }

    private static String orEmpty(@Nullable String text) {
        return Objects.requireNonNullElse(text, "");
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
                .attribute("Budgets", "the state of each budget", table.type(), () -> table.with(budgets.list()))
                .notification(BUDGET_EXCEEDED, "a user has exceeded the budget of a window; once per window");
        NotifyingMBean bean = new NotifyingMBean(described, changed -> {});
        budgets.listen(status -> bean.send(
                BUDGET_EXCEEDED, "budget exceeded: user=" + status.budget().user(), table.row(status)));
        return bean;
    }

    private static OpenTable<BudgetStatus> budgetTable() {
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
