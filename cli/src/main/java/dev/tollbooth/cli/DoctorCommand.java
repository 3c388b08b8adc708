package dev.tollbooth.cli;

import dev.tollbooth.cli.attach.RunningJvm;
import dev.tollbooth.cli.doctor.Examination;
import dev.tollbooth.cli.doctor.Examination.Finding;
import dev.tollbooth.cli.doctor.JdbcUrl;
import dev.tollbooth.cli.text.Json;
import dev.tollbooth.internal.control.PrintableText;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tollbooth doctor}: checks whether Tollbooth is on, and whether all settings work. */
@Command(
        name = "doctor",
        description =
                "Checks whether Tollbooth is on, where request units come from, which consumers fail, and what was lost.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "  tollbooth doctor 4711",
            "  tollbooth doctor \"jdbc:tollbooth:h2:mem:shop;tollbooth.report.dir=reports\"",
            "  java -cp cli/target/tollbooth-cli.jar:postgresql.jar dev.tollbooth.cli.Main doctor \\",
            "      jdbc:tollbooth:postgresql://localhost/shop --user shop --password",
            "",
            "A jdbc: URL is opened in this process, as the application would; a report.dir in it gets files.",
            "Exit codes: 0 nothing fails, 1 something fails or there is no Tollbooth, 2 bad usage."
        })
final class DoctorCommand implements Callable<Integer> {

    private static final int MAX_WAITS = 100;
    private static final int WAIT_MILLIS = 100;

    private final Streams streams;

    @Parameters(
            paramLabel = "PID|URL",
            description = "Process id of a JVM, its service:jmx: URL, or the jdbc: URL of an application.")
    private String place = "";

    @Option(names = "--user", paramLabel = "U", description = "With a jdbc: URL: the database's user.")
    private @Nullable String user;

    @Option(
            names = "--password",
            interactive = true,
            arity = "0",
            description = "With a jdbc: URL: asks for that user's password.")
    private char @Nullable [] password;

    @Option(names = "--json", description = "One JSON object.")
    private boolean json;

    DoctorCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws Exception {
        Map<String, List<Finding>> findings = place.startsWith("jdbc:") ? ofUrl() : ofJvm();
        if (json) {
            streams.out().println(json(findings));
        } else {
            findings.forEach(this::print);
        }
        boolean fails = findings.values().stream()
                .flatMap(List::stream)
                .anyMatch(finding -> finding.verdict() == Finding.Verdict.FAIL);
        return fails ? 1 : 0;
    }

    private Map<String, List<Finding>> ofJvm() throws IOException, JMException {
        try (RunningJvm jvm = RunningJvm.attach(place)) {
            return examined(jvm, jvm.beans("Statements"));
        }
    }

    private static Map<String, List<Finding>> examined(RunningJvm jvm, List<ObjectName> statements)
            throws IOException, JMException {
        Map<String, List<Finding>> findings = new LinkedHashMap<>();
        for (ObjectName bean : statements) {
            findings.put(bean.getKeyProperty("instance"), Examination.of(jvm, bean));
        }
        return findings;
    }

    private Map<String, List<Finding>> ofUrl() throws SQLException, IOException, JMException, InterruptedException {
        Map<String, List<Finding>> findings = new LinkedHashMap<>();
        List<Finding> opened = new ArrayList<>();
        findings.put("", opened);
        try (RunningJvm here = RunningJvm.self()) {
            Set<String> before = here.instances();
            try (JdbcUrl url = JdbcUrl.open(place, user, password)) {
                opened.addAll(url.findings());
                if (url.isAccounted()) {
                    findings.putAll(examined(here, statementsOfNew(here, before)));
                }
            }
        }
        return findings;
    }

    /**
     * Returns the MBean {@code Statements} of each instance that the connection has created. The method waits at most
     * ten seconds until the MBeans are registered. It then flushes the instances, so that failing sinks show.
     */
    private static List<ObjectName> statementsOfNew(RunningJvm here, Set<String> before)
            throws IOException, JMException, InterruptedException {
        for (int i = 0; i < MAX_WAITS && before.containsAll(here.instances()); i++) {
            TimeUnit.MILLISECONDS.sleep(WAIT_MILLIS);
        }
        List<ObjectName> made = new ArrayList<>();
        for (ObjectName bean : here.beans("Statements")) {
            if (!before.contains(bean.getKeyProperty("instance"))) {
                here.call(RunningJvm.sibling(bean, "Reporter"), "flush");
                made.add(bean);
            }
        }
        return made;
    }

    private void print(String instance, List<Finding> findings) {
        if (!instance.isEmpty()) {
            streams.out().println("instance " + PrintableText.escape(instance));
        }
        for (Finding finding : findings) {
            String line = String.format(
                    Locale.ROOT, "%-4s  %-13s  %s", finding.verdict().word(), finding.about(), finding.fact());
            streams.out().println(PrintableText.escape(line));
        }
    }

    private static String json(Map<String, List<Finding>> findings) {
        List<Object> instances = new ArrayList<>();
        findings.forEach((name, ofInstance) -> {
            Map<String, @Nullable Object> map = new LinkedHashMap<>();
            map.put("instance", name.isEmpty() ? null : name);
            map.put("findings", ofInstance.stream().map(Finding::map).toList());
            instances.add(map);
        });
        return Json.line(Map.of("instances", instances));
    }
}
