package dev.tollbooth.reporter.jmx;

import static javax.management.openmbean.SimpleType.STRING;

import java.util.List;

/** The MBean {@code Settings}: every setting with its value and where that comes from. */
final class SettingsMBean {

    private SettingsMBean() {}

    static OpenMBean of(List<SettingValue> settings) {
        OpenTable<SettingValue> table = OpenTable.<SettingValue>of("Settings", "every setting in force", "key")
                .column("key", "full name", STRING, SettingValue::key)
                .column("value", "value in force", STRING, SettingValue::value)
                .column("origin", "where the value comes from", STRING, SettingValue::origin)
                .build();
        return OpenMBean.of("Settings", "the settings that this instance was made with")
                .attribute("Settings", "every setting with value and origin", table.type(), () -> table.with(settings))
                .build();
    }
}
