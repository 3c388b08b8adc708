package dev.tollbooth.internal.jmx;

import static javax.management.openmbean.SimpleType.BOOLEAN;
import static javax.management.openmbean.SimpleType.DATE;
import static javax.management.openmbean.SimpleType.LONG;
import static javax.management.openmbean.SimpleType.STRING;

import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.control.Problem;
import java.util.Date;
import java.util.List;

/** The MBean {@code Control}: the kill switch, and the health of Tollbooth itself. */
final class ControlMBean {

    private ControlMBean() {}

    static OpenMBean of(ExposedInstance instance) {
        OpenTable<Place> failures = failures(instance.failures());
        OpenTable<Problem> problems = problems();
        InstanceFacts facts = instance.facts();
        return OpenMBean.of("Control", "switches accounting on and off")
                .attribute(
                        "Enabled",
                        "whether statements are accounted; takes effect at the next execution",
                        BOOLEAN,
                        Boolean.class,
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
}
