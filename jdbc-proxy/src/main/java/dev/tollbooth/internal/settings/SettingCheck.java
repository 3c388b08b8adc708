package dev.tollbooth.internal.settings;

import dev.tollbooth.internal.plan.PlanSources;
import dev.tollbooth.internal.ru.RuSources;
import java.util.List;

/** A check of settings against one another, or against this JVM. */
enum SettingCheck {
    RU_SOURCE,
    PLAN_SOURCE,
    REPORT_DIRECTORY,
    GRPC_LISTEN,
    GRPC_AGENT,
    /** The other settings of reports. */
    REPORTS,
    SQL,
    CONSOLE;

    /**
     * Reads and checks the settings of this check.
     *
     * @throws IllegalArgumentException if they do not fit; the message has the fault and the remedy
     */
    void check(SettingsLoader from) {
        switch (this) {
            case RU_SOURCE -> RuSources.chosen(from.value(Setting.RU_SOURCE, String.class));
            case PLAN_SOURCE -> PlanSources.named(from.value(Setting.PLAN_SOURCE, String.class));
            case REPORT_DIRECTORY -> ReportSettings.directory(from);
            case GRPC_LISTEN -> ReportSettings.requireGuards(from, Setting.GRPC_LISTEN, ReportSettings.PORT_GUARDS);
            case GRPC_AGENT -> ReportSettings.requireGuards(from, Setting.GRPC_AGENT, ReportSettings.AGENT_GUARDS);
            case REPORTS -> ReportSettings.of(from);
            case SQL -> SqlSettings.of(from);
            case CONSOLE ->
                ReportSettings.requireGuards(from, Setting.CONSOLE_LISTEN, List.of(Setting.CONSOLE_PASSWORD));
        }
    }
}
