package dev.tollbooth.cli.attach;

import dev.tollbooth.statement.Advice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/** A reader of a running instance's advice. */
public final class AttachedAdvice {

    private AttachedAdvice() {}

    /** Returns the advice of the MBean {@code bean}, the greatest share first. */
    public static List<Advice> read(RunningJvm jvm, ObjectName bean) throws IOException, JMException {
        List<Advice> all = new ArrayList<>();
        for (CompositeData row : jvm.rows(bean, "Advice")) {
            all.add(new Advice(
                    text(row, "kind"),
                    orNull(text(row, "schema")),
                    orNull(text(row, "digest")),
                    text(row, "about"),
                    orNull(text(row, "origin")),
                    text(row, "why"),
                    evidence(text(row, "evidence")),
                    number(row, "savedSeconds"),
                    (long) number(row, "savedRoundTrips"),
                    (Double) RunningJvm.value(row, "savedRuPerHour"),
                    number(row, "share"),
                    text(row, "remedy"),
                    text(row, "certainty")));
        }
        all.sort(Comparator.comparingDouble(Advice::share).reversed().thenComparing(Advice::kind));
        return all;
    }

    private static Map<String, Number> evidence(String text) {
        Map<String, Number> figures = new LinkedHashMap<>();
        for (String each : text.isEmpty() ? new String[0] : text.split(", ", -1)) {
            int equals = each.indexOf('=');
            String value = each.substring(equals + 1);
            boolean whole = value.indexOf('.') < 0;
            figures.put(each.substring(0, equals), whole ? (Number) Long.valueOf(value) : Double.valueOf(value));
        }
        return figures;
    }

    private static String text(CompositeData row, String column) {
        return String.valueOf(RunningJvm.value(row, column));
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private static double number(CompositeData row, String column) {
        return RunningJvm.value(row, column) instanceof Number number ? number.doubleValue() : 0;
    }
}
