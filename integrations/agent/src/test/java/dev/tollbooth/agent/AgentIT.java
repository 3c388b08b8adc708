package dev.tollbooth.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the agent with applications without any reference to Tollbooth: the counts equal those with the URL's prefix.
 */
@Tag("jdk")
class AgentIT {

    private static final String WITH_AGENT = "-javaagent:" + Jars.AGENT;

    @TempDir
    private Path directory;

    @Test
    void springBootJar_withTheAgentOnPostgres_countsWhatThePrefixAndTheServerCount() throws Exception {
        Path plain = BootJar.make(directory.resolve("plain.jar"));
        Path prefixed = BootJar.make(directory.resolve("prefixed.jar"), Jars.DRIVER);
        try (CountingPostgres server = CountingPostgres.start();
                Program agent = Program.java(
                        directory,
                        WITH_AGENT + "=report.dir=by-agent",
                        "-jar",
                        plain.toString(),
                        "--spring.datasource.username=postgres",
                        "--spring.datasource.url=jdbc:postgresql:" + server.database("by_agent"));
                Program url = Program.java(
                        directory,
                        "-Dtollbooth.report.dir=by-url",
                        "-jar",
                        prefixed.toString(),
                        "--spring.datasource.username=postgres",
                        "--spring.datasource.driver-class-name=dev.tollbooth.jdbc.TollboothDriver",
                        "--spring.datasource.url=jdbc:tollbooth:postgresql:" + server.database("by_url"))) {
            assertThat(agent.finished())
                    .containsPattern(
                            "\\[tollbooth-agent] Tollbooth \\S+ accounts for JDBC drivers that load from now on:"
                                    + " instance=default, known classes=[1-9]")
                    .contains("sent=31")
                    .doesNotContain("WARN");
            url.finished();
            assertThat(server.executions("by_agent", "orders")).isEqualTo(31);
        }
        Map<String, Long> counts = ReportedCounts.of(directory.resolve("by-agent"));

        assertThat(counts).isEqualTo(ReportedCounts.of(directory.resolve("by-url")));
        assertThat(counts).containsEntry("INSERT orders", 25L).containsEntry("SELECT orders", 5L);
        assertThat(counts.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(31);
    }

    @Test
    @Tag("slow") // its jars are loaded with -Pgate
    void flywaysCommandLine_withTheAgent_countsWhatThePrefixCounts() throws Exception {
        Path scripts = Files.createDirectory(directory.resolve("sql"));
        Files.writeString(
                scripts.resolve("V1__first.sql"), "create table songs (id int); insert into songs values (1);");
        Files.writeString(scripts.resolve("V2__second.sql"), "insert into songs values (2);");
        try (Program agent = flyway("jdbc:h2:./by-agent-db", WITH_AGENT + "=report.dir=by-agent");
                Program url = flyway("jdbc:tollbooth:h2:./by-url-db", "-Dtollbooth.report.dir=by-url")) {
            assertThat(agent.finished()).contains("Successfully applied 2 migrations");
            url.finished();
        }
        Map<String, Long> counts = ReportedCounts.of(directory.resolve("by-agent"));

        assertThat(counts).isEqualTo(ReportedCounts.of(directory.resolve("by-url")));
        assertThat(counts).containsEntry("insert songs", 2L).containsEntry("create table songs", 1L);
    }

    /** Runs Flyway's own command line, without access to the network. */
    private Program flyway(String url, String argument) {
        List<Path> jars = new ArrayList<>(Jars.in(Path.of("target/flyway-command-line")));
        jars.add(Jars.one("h2-"));
        if (argument.startsWith("-D")) {
            jars.add(Jars.DRIVER);
            jars.add(Jars.FLYWAY_PLUGIN);
        }
        return Program.java(
                directory,
                argument,
                "-cp",
                Jars.path(jars.toArray(Path[]::new)),
                "org.flywaydb.commandline.Main",
                "-url=" + url,
                "-user=sa",
                "-password=",
                "-locations=filesystem:sql",
                "-skipCheckForUpdate",
                "migrate");
    }

    @Test
    void tomcat_twoApplicationsWithADriverEach_countsBothAndIsFoundByAttach() throws Exception {
        for (String name : List.of("one", "two")) {
            Path inside = Files.createDirectories(directory.resolve("apps/" + name + "/WEB-INF"));
            Files.copy(
                    Jars.one("h2-"),
                    Files.createDirectory(inside.resolve("lib")).resolve("h2.jar"));
            copyClass(inside.resolve("classes"), "com/example/web/SongServlet.class");
            Files.writeString(inside.resolve("web.xml"), WEB_XML);
        }
        copyClass(directory.resolve("server"), "com/example/web/WebServer.class");
        Path[] jars = Jars.named("tomcat|jakarta").toArray(Path[]::new);
        try (Program server = Program.java(
                directory,
                WITH_AGENT + "=name=web,report.dir=reports",
                "-cp",
                Jars.path(directory.resolve("server")) + File.pathSeparator + Jars.path(jars),
                "com.example.web.WebServer",
                directory.toString())) {
            server.await("answers=");
            String pid = String.valueOf(server.pid());
            try (Program attach = Program.java(directory, "-jar", Jars.COMMAND_LINE.toString(), "attach", pid, "top")) {
                assertThat(attach.finished()).contains("`one`", "`two`");
            }
            server.enter();
            // two answers, because each application has a driver of its own
            assertThat(server.finished()).contains("answers=2").doesNotContain("a web application may have created");
        }
        assertThat(ReportedCounts.of(directory.resolve("reports"))).containsEntry("SELECT", 20L);
    }

    @Test
    void plainProgram_withDataSourcesAndATollboothOfItsOwn_countsEachOnce() throws Exception {
        String[] common = {
            "-cp", Jars.path(Jars.CLASSES, Jars.one("h2-"), Jars.DRIVER), "com.example.plain.PlainProgram"
        };
        try (Program plain = program("name=agent", common, "jdbc:h2:mem:plain", "more");
                Program prefixed = program("name=agent", common, "jdbc:tollbooth:h2:mem:prefixed", "more")) {
            assertThat(plain.finished()).contains("counts={agent=7}").doesNotContain("WARNING");
            assertThat(prefixed.finished())
                    .contains("counts={agent=3, default=4}")
                    .doesNotContain("WARNING");
        }
    }

    @Test
    void plainProgram_withWrongArguments_runsAndIsToldOnce() throws Exception {
        String[] common = {"-cp", Jars.path(Jars.CLASSES, Jars.one("h2-")), "com.example.plain.PlainProgram"};
        try (Program wrong = program("nmae=agent", common, "jdbc:h2:mem:wrong");
                Program off = program("enabled=off", common, "jdbc:h2:mem:off")) {
            assertThat(wrong.finished())
                    .containsOnlyOnce(
                            "arguments of the agent ignored: unknown setting: tollbooth.nmae (agent argument)")
                    .contains("counts={default=4}");
            assertThat(off.finished()).contains("counts={}");
        }
    }

    private Program program(String arguments, String[] common, String... own) {
        Stream<String> all = Stream.concat(
                Stream.of(WITH_AGENT + "=" + arguments), Stream.concat(Arrays.stream(common), Arrays.stream(own)));
        return Program.java(directory, all.toArray(String[]::new));
    }

    private static void copyClass(Path root, String name) throws IOException {
        Path target = root.resolve(name);
        Files.createDirectories(target.getParent());
        Files.copy(Jars.CLASSES.resolve(name), target);
    }

    private static final String WEB_XML = """
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0" metadata-complete="true">
              <servlet>
                <servlet-name>songs</servlet-name>
                <servlet-class>com.example.web.SongServlet</servlet-class>
              </servlet>
              <servlet-mapping>
                <servlet-name>songs</servlet-name>
                <url-pattern>/songs</url-pattern>
              </servlet-mapping>
            </web-app>
            """;
}
