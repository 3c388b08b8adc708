package dev.tollbooth.cli.doctor;

import dev.tollbooth.cli.attach.RunningJvm;
import dev.tollbooth.cli.doctor.Examination.Finding.Verdict;
import dev.tollbooth.cli.text.FigureText;
import dev.tollbooth.internal.figure.Figure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/**
 * An examination of one instance: whether it is on, its settings, source of request units, sinks, losses and memory.
 *
 * <p>Not thread-safe.
 */
public final class Examination {

    private static final String ON = "accounting";
    private static final String RU = "request units";
    private static final String REPORTS = "reports";
    private static final String LOST = "losses";

    private final RunningJvm jvm;
    private final ObjectName statements;
    private final List<Finding> findings = new ArrayList<>();

    private Examination(RunningJvm jvm, ObjectName statements) {
        this.jvm = jvm;
        this.statements = statements;
    }

    /** Returns the findings for the instance whose MBean {@code Statements} is {@code statements}. */
    public static List<Finding> of(RunningJvm jvm, ObjectName statements) throws IOException, JMException {
        Examination examination = new Examination(jvm, statements);
        examination.accounting();
        examination.settings();
        examination.requestUnits();
        examination.reports();
        examination.losses();
        examination.memory();
        return List.copyOf(examination.findings);
    }

    private ObjectName bean(String type) throws JMException {
        return RunningJvm.sibling(statements, type);
    }

    private void accounting() throws IOException, JMException {
        ObjectName control = bean("Control");
        Date started = (Date) jvm.attribute(control, "StartTime");
        String since = "version " + jvm.attribute(control, "Version") + ", since " + started.toInstant();
        if (Boolean.TRUE.equals(jvm.attribute(control, "Enabled"))) {
            findings.add(Verdict.OK.of(ON, "on: " + since));
        } else {
            findings.add(Verdict.FAIL.of(ON, "switched off: " + since + "; set Control.Enabled to true"));
        }
        long count = number(statements, "Count");
        Number connections = (Number) jvm.attribute(bean("ActiveStatements"), "Connections");
        String counted = FigureText.count(count) + " executions, open connections=" + connections;
        findings.add(
                count > 0
                        ? Verdict.OK.of(ON, counted)
                        : Verdict.WARN.of(ON, counted + ": no statement so far; is the pool's URL jdbc:tollbooth:?"));
        long unaccounted = number(control, "UnaccountedConnections");
        if (unaccounted > 0) {
            findings.add(Verdict.FAIL.of(
                    ON, "unaccounted connections=" + unaccounted + "; the log says why, see Control.Problems"));
        }
        for (CompositeData problem : jvm.rows(control, "Problems")) {
            findings.add(Verdict.FAIL.of("settings", problem.get("what") + ": " + problem.get("cause")));
        }
        for (CompositeData failure : jvm.rows(control, "Failures")) {
            long failures = number(failure, "count");
            if (failures > 0) {
                findings.add(
                        Verdict.FAIL.of(
                                ON,
                                "own failures=" + failures + " in " + failure.get("place")
                                        + ", none reached the application; the log has the first of each minute, please report it"));
            }
        }
    }

    private void settings() throws IOException, JMException {
        int given = 0;
        for (CompositeData setting : jvm.rows(bean("Settings"), "Settings")) {
            given += Objects.equals(setting.get("origin"), "default") ? 0 : 1;
        }
        findings.add(Verdict.OK.of("settings", given + " given, the others are defaults"));
        for (CompositeData ignored : jvm.rows(bean("Settings"), "Ignored")) {
            findings.add(Verdict.FAIL.of(
                    "settings",
                    "not in force: " + ignored.get("name") + " of " + ignored.get("place") + ": "
                            + ignored.get("reason")));
        }
    }

    private void requestUnits() throws IOException, JMException {
        String chosen = "auto";
        String origin = "default";
        for (CompositeData setting : jvm.rows(bean("Settings"), "Settings")) {
            if (Objects.equals(setting.get("key"), "tollbooth.ru.source")) {
                chosen = String.valueOf(setting.get("value"));
                origin = String.valueOf(setting.get("origin"));
            }
        }
        Map<String, Integer> sources = new TreeMap<>();
        for (CompositeData row : RunningJvm.rows(jvm.call(statements, "top", "time", RunningJvm.MAX_ROWS))) {
            Object source = row.get("RU_SOURCE");
            sources.merge(source == null || source.equals("") ? "not known" : source.toString(), 1, Integer::sum);
        }
        String setting = "ru.source=" + chosen + " (" + origin + ")";
        StringBuilder told = new StringBuilder();
        sources.forEach((source, rows) -> told.append(told.isEmpty() ? "; " : ", ")
                .append(source)
                .append(" for ")
                .append(rows)
                .append(rows == 1 ? " statement" : " statements"));
        findings.add(Verdict.OK.of(RU, setting + told + why(chosen, sources)));
    }

    private static String why(String chosen, Map<String, Integer> sources) {
        if (chosen.equals("off")) {
            return "; none are collected: the setting says so";
        } else if (chosen.equals("auto") && sources.containsKey(Figure.ESTIMATE)) {
            return "; estimated on the client, because this server reports no request units: TiDB does, a gateway can in"
                    + " a warning (ru=..), and ru.source=postgres asks PostgreSQL";
        } else if (!chosen.equals(Figure.ESTIMATE) && !chosen.equals("auto") && sources.containsKey("not known")) {
            return "; " + chosen + " reported nothing for the others: see docs/guide/request-units.md";
        }
        return "";
    }

    private void reports() throws IOException, JMException {
        List<CompositeData> sinks = jvm.rows(bean("Reporter"), "Sinks");
        if (sinks.isEmpty()) {
            findings.add(Verdict.OK.of(REPORTS, "no sink: nothing leaves this JVM; report.dir writes files"));
        }
        for (CompositeData sink : sinks) {
            findings.add(sink(sink));
        }
    }

    private static Finding sink(CompositeData sink) {
        String state = String.valueOf(sink.get("state"));
        long failures = number(sink, "failuresInRow");
        long waiting = number(sink, "waiting");
        long dropped = number(sink, "dropped");
        String fact = "sink " + sink.get("name") + ": state=" + state + ", sent=" + number(sink, "sent") + ", waiting="
                + waiting + ", dropped=" + dropped;
        if (failures > 0 || state.equals("stalled") || state.equals("backed_off")) {
            return Verdict.FAIL.of(
                    REPORTS,
                    fact + ", failures in a row=" + failures + ", last error=" + sink.get("lastError")
                            + "; see docs/guide/operations.md, and the log");
        }
        return dropped > 0 ? Verdict.FAIL.of(REPORTS, fact) : Verdict.OK.of(REPORTS, fact);
    }

    private long number(ObjectName bean, String attribute) throws IOException, JMException {
        return ((Number) jvm.attribute(bean, attribute)).longValue();
    }

    private static long number(CompositeData row, String column) {
        Object value = row.get(column);
        return value instanceof Number number ? number.longValue() : 0;
    }

    private void losses() throws IOException, JMException {
        int before = findings.size();
        long lost = number(statements, "Lost");
        long folded = number(statements, "Folded");
        if (lost > 0 || folded > 0) {
            findings.add(Verdict.FAIL.of(
                    LOST,
                    "executions without a row of their own=" + lost + ", whose row made room=" + folded
                            + "; counted in the row without digest; raise digests.size or memory.limit"));
        }
        for (CompositeData drop : jvm.rows(bean("TopRU"), "Drops")) {
            if (number(drop, "times") > 0) {
                findings.add(Verdict.FAIL.of(
                        LOST,
                        "TopRU: " + drop.get("reason") + "=" + number(drop, "times") + ", executions="
                                + number(drop, "execCount") + "; see docs/guide/operations.md"));
            }
        }
        if (findings.size() == before) {
            findings.add(Verdict.OK.of(LOST, "none: every execution is counted under its own statement"));
        }
    }

    private void memory() throws IOException, JMException {
        String tracked = FigureText.bytes(number(bean("Memory"), "Tracked"));
        String limit = FigureText.bytes(number(bean("Memory"), "Limit"));
        findings.add(Verdict.OK.of("memory", "tracked " + tracked + ", memory.limit " + limit));
    }

    /**
     * A finding of the doctor.
     *
     * @param verdict the verdict
     * @param about the examined part of Tollbooth
     * @param fact the finding, and the remedy for a failure
     */
    public record Finding(Verdict verdict, String about, String fact) {

        /** The verdict on a part. */
        public enum Verdict {
            /** The part works. */
            OK,
            /** The part works, but needs attention. */
            WARN,
            /** The part does not work, or has lost figures. */
            FAIL;

            Finding of(String about, String fact) {
                return new Finding(this, about, fact);
            }

            /** Returns the word for people and JSON. */
            public String word() {
                return name().toLowerCase(Locale.ROOT);
            }
        }

        /** Returns the content for JSON, by field name. */
        public Map<String, Object> map() {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("verdict", verdict.word());
            map.put("about", about);
            map.put("fact", fact);
            return map;
        }
    }
}
