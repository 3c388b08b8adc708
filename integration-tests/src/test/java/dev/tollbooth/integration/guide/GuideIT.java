package dev.tollbooth.integration.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tollbooth.integration.process.ForkedJvm;
import dev.tollbooth.jdbc.Tollbooth;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Tests README and guide: it runs the commands that they show, compiles their Java, and follows their links. */
final class GuideIT {

    private static final int LINES_OF_A_PAGE = 200;
    private static final int MOST_EXEMPTED = 10;
    private static final int QUESTIONS = 25;
    private static final int LINES_OF_AN_ANSWER = 10;
    private static final Pattern PLAIN_SETTING = Pattern.compile("(?:tollbooth\\.)?([a-z-]+(?:\\.[a-z-]+)+)(?:=.*)?");
    private static final Pattern SWITCH = Pattern.compile("(?:tollbooth\\.)?([a-z-]+)=(?:on|off)");
    /** Texts that look like a setting and are none. */
    private static final Set<String> NO_SETTINGS = Set.of(
            "report.proto",
            "tollbooth.budget.exceeded",
            "tollbooth.budget.limit",
            "tollbooth.budget.refused",
            "tollbooth.budget.spent");

    @TempDir
    static Path directory;

    private static List<Page> pages = List.of();
    private static GuidedApplication application;
    private static final ExecutorService shells = Executors.newFixedThreadPool(2);
    private static final Map<Block, Future<String>> typed = new HashMap<>();

    @BeforeAll
    static void readPagesAndStartTheApplication() throws Exception {
        pages = Page.all();
        application = new GuidedApplication(directory.resolve("reports"));
        startShell();
    }

    @AfterAll
    static void closeTheApplication() {
        shells.shutdownNow();
        application.close();
    }

    private static List<Block> blocks(Predicate<Block> chosen) {
        return pages.stream()
                .flatMap(page -> page.blocks().stream())
                .filter(block -> block.exempted().isEmpty() && chosen.test(block))
                .toList();
    }

    /** Starts the shell blocks, two at a time, while the other tests run, because the demo alone takes ten seconds. */
    private static void startShell() throws Exception {
        String pid = Long.toString(ProcessHandle.current().pid());
        Shell shell = new Shell(
                directory,
                Map.of("PID", pid, "DIGEST", application.digest, "5435", Integer.toString(application.port)));
        for (Block block : blocks(Block::isShell)) {
            if (Shell.canRun(block, List.of("psql", "jq"))) {
                typed.put(block, shells.submit(() -> shell.run(block)));
            }
        }
    }

    @TestFactory
    Stream<DynamicTest> shellBlock_typed_ends() {
        return blocks(Block::isShell).stream()
                .map(block -> DynamicTest.dynamicTest(block.toString(), () -> {
                    Future<String> printed = typed.get(block);
                    assumeTrue(printed != null, "what it calls is not installed");
                    assertThat(printed.get()).doesNotContain("Exception");
                }));
    }

    @TestFactory
    Stream<DynamicTest> javaBlock_compiled_hasNoErrors() throws IOException {
        Path classes = Files.createDirectories(directory.resolve("classes"));
        SampleCompiler compiler = new SampleCompiler(classes);
        Map<Block, JavaSample> samples = new LinkedHashMap<>();
        blocks(block -> block.language().equals("java")).forEach(block -> samples.put(block, compiler.sample(block)));
        Map<JavaSample, String> errors = compiler.errors(List.copyOf(samples.values()));
        return samples.entrySet().stream()
                .map(each -> DynamicTest.dynamicTest(each.getKey().toString(), () -> {
                    JavaSample sample = each.getValue();
                    assertThat(errors.get(sample)).as("%s", each.getKey()).isEmpty();
                    if (sample.isProgram()) {
                        assertThat(run(classes, sample)).isNotEmpty();
                    }
                }));
    }

    private static String run(Path classes, JavaSample program) throws IOException, InterruptedException {
        String classPath = String.join(
                ":",
                classes.toString(),
                ForkedJvm.placeOf(Tollbooth.class).toString(),
                ForkedJvm.placeOf(org.h2.Driver.class).toString());
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(ForkedJvm.SHORT_LIVED);
        command.addAll(List.of("-cp", classPath, program.name()));
        return ForkedJvm.finished(new ProcessBuilder(command).redirectErrorStream(true), GuideIT.class);
    }

    @TestFactory
    Stream<DynamicTest> sqlBlock_sentToTheSqlTables_isServed() {
        return blocks(block -> block.language().equals("sql")).stream()
                .map(block -> DynamicTest.dynamicTest(block.toString(), () -> serve(block)));
    }

    private static void serve(Block block) throws SQLException {
        try (Connection connection = application.tables();
                Statement statement = connection.createStatement()) {
            for (String sql : block.text().split(";\\s*\\n")) {
                statement.execute(sql);
            }
        }
    }

    @Test
    void blocks_thatNobodyRuns_areFew() {
        List<String> exempted = new ArrayList<>();
        for (Page page : pages) {
            page.blocks().stream()
                    .filter(block -> !block.exempted().isEmpty())
                    .forEach(block -> exempted.add(block + ": " + block.exempted()));
        }
        exempted.forEach(System.out::println);
        assertThat(exempted).hasSizeLessThanOrEqualTo(MOST_EXEMPTED);
        assertThat(blocks(Block::isShell)).hasSizeGreaterThan(10);
        assertThat(blocks(block -> block.language().equals("java"))).hasSizeGreaterThan(10);
        assertThat(blocks(block -> block.language().equals("sql"))).hasSizeGreaterThan(5);
    }

    @Test
    void pages_ofTheGuide_areShort() {
        assertThat(pages)
                .allSatisfy(page -> assertThat(page.lines()).as(page.name()).hasSizeLessThanOrEqualTo(LINES_OF_A_PAGE));
        assertThat(pages).hasSizeGreaterThan(10);
    }

    @Test
    void links_ofAllPages_leadSomewhere() throws IOException {
        List<Page> linked = new ArrayList<>(pages);
        for (String further : List.of("docs/DESIGN.md", "docs/RATIONALE.md", "SECURITY.md")) {
            linked.add(Page.read(Page.PROJECT.resolve(further)));
        }
        List<String> broken = new ArrayList<>();
        for (Page page : linked) {
            for (String link : page.links()) {
                if (!leadsSomewhere(page, link)) {
                    broken.add(page.name() + ": " + link);
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    private static boolean leadsSomewhere(Page page, String link) throws IOException {
        Path target = page.target(link);
        if (!Files.exists(target)) {
            return false;
        }
        int anchor = link.indexOf('#');
        return anchor < 0 || Page.read(target).anchors().contains(link.substring(anchor + 1));
    }

    @Test
    void settings_namedOnAnyPage_exist() throws Exception {
        Set<String> known = new TreeSet<>();
        for (Object row : ((TabularData) ManagementFactory.getPlatformMBeanServer()
                        .getAttribute(new ObjectName("dev.tollbooth:type=Settings,instance=guided"), "Settings"))
                .values()) {
            known.add(((String) ((CompositeData) row).get("key")).substring("tollbooth.".length()));
        }
        Set<String> groups = new TreeSet<>();
        known.stream().filter(key -> key.contains(".")).forEach(key -> groups.add(key.substring(0, key.indexOf('.'))));
        Set<String> unknown = new TreeSet<>();
        // the page of settings also names those of earlier builds; SettingsTest checks its table
        for (Page page : pages.stream()
                .filter(each -> !each.name().endsWith("settings.md"))
                .toList()) {
            page.quoted().stream()
                    .map(quoted -> setting(quoted, groups))
                    .filter(setting -> !setting.isEmpty() && !known.contains(setting))
                    .forEach(setting -> unknown.add(page.name() + ": " + setting));
        }
        assertThat(unknown).isEmpty();
    }

    /** Returns the key of the setting in {@code quoted}; empty if it names none. */
    private static String setting(String quoted, Set<String> groups) {
        var dotted = PLAIN_SETTING.matcher(quoted);
        if (dotted.matches() && !NO_SETTINGS.contains(quoted)) {
            String key = dotted.group(1);
            return groups.contains(key.substring(0, key.indexOf('.'))) ? key : "";
        }
        var flag = SWITCH.matcher(quoted);
        return flag.matches() ? flag.group(1) : "";
    }

    @Test
    void rationale_answers_areFewAndShort() throws IOException {
        String[] entries =
                Files.readString(Page.PROJECT.resolve("docs/RATIONALE.md")).split("(?m)^## ");
        assertThat(entries.length - 1).isLessThanOrEqualTo(QUESTIONS);
        for (String entry : Arrays.asList(entries).subList(1, entries.length)) {
            assertThat(entry).contains("?\n\n", "\nEvidence: ");
            assertThat(entry.substring(entry.indexOf('\n')).strip().lines().count())
                    .as(entry)
                    .isLessThanOrEqualTo(LINES_OF_AN_ANSWER);
        }
    }

    @Test
    void readme_itsBeginning_isTheTwoCommandsOfAFreshMachine() {
        assertThat(pages.get(0).blocks().get(0).text().lines().map(line -> line.replaceFirst(" *#.*", "")))
                .containsExactly("./bin/tollbooth demo", "mvn -B verify");
    }
}
