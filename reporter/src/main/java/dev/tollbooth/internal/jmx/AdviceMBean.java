package dev.tollbooth.internal.jmx;

import static javax.management.openmbean.SimpleType.DOUBLE;
import static javax.management.openmbean.SimpleType.LONG;
import static javax.management.openmbean.SimpleType.STRING;

import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.statement.Advice;
import java.util.Objects;
import java.util.stream.Collectors;
import javax.management.DynamicMBean;
import org.jspecify.annotations.Nullable;

/** The MBean {@code Advice}: advice for the application. */
final class AdviceMBean {

    private AdviceMBean() {}

    static DynamicMBean of(StatementTable statements) {
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
                .column("evidence", "these figures: key=value", STRING, AdviceMBean::evidence)
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
}
