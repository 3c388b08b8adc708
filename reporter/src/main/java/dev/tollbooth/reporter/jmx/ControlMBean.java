package dev.tollbooth.reporter.jmx;

import static javax.management.openmbean.SimpleType.BOOLEAN;
import static javax.management.openmbean.SimpleType.DATE;
import static javax.management.openmbean.SimpleType.LONG;
import static javax.management.openmbean.SimpleType.STRING;

import dev.tollbooth.accounting.control.Place;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The MBean {@code Control}: the kill switch, and how Tollbooth itself does. */
final class ControlMBean {

    private ControlMBean() {}

    static OpenMBean of(ExposedInstance instance) {
        OpenTable<Map.Entry<Place, Long>> failures = OpenTable.<Map.Entry<Place, Long>>of(
                        "Failures", "Tollbooth's own failures, none of which reached the application", "place")
                .column(
                        "place",
                        "where it was caught",
                        STRING,
                        row -> row.getKey().name().toLowerCase(Locale.ROOT))
                .column("count", "how many since start", LONG, Map.Entry::getValue)
                .build();
        return OpenMBean.of("Control", "switches accounting on and off")
                .attribute(
                        "Enabled",
                        "whether statements are accounted; takes effect at the next execution",
                        BOOLEAN,
                        Boolean.class,
                        instance.accounting()::isOn,
                        instance.accounting()::set)
                .attribute("Version", "Tollbooth's version", STRING, instance::version)
                .attribute("StartTime", "when this instance was made", DATE, () -> Date.from(instance.started()))
                .attribute(
                        "Failures",
                        "Tollbooth's own failures by place; empty is well",
                        failures.type(),
                        () -> failures.with(
                                List.copyOf(instance.failures().counts().entrySet())))
                .build();
    }
}
