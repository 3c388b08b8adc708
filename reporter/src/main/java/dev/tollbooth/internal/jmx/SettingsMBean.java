package dev.tollbooth.internal.jmx;

import static javax.management.openmbean.SimpleType.STRING;

import java.util.List;

/** The MBean {@code Settings}: every setting with its value and place, and the ignored ones. */
final class SettingsMBean {

    private SettingsMBean() {}

    static OpenMBean of(List<SettingValue> settings, List<IgnoredSetting> ignored) {
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
}
