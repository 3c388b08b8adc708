package dev.tollbooth.integration.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.process.ForkedJvm;
import dev.tollbooth.jdbc.TollboothDriver;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What GraalVM's native-image is told by the jar, as far as a JVM can try it. */
final class NativeImageIT {
    private static final Path TOLLBOOTH = ForkedJvm.placeOf(TollboothDriver.class);
    private static final String FOLDER = "META-INF/native-image/dev.tollbooth/tollbooth/";
    private static final Pattern TYPE = Pattern.compile(" \\{.*?\"name\":\"([^\"]+)\",(.*)}");
    private static final Pattern METHOD = Pattern.compile("\\{\"name\":\"([^\"]+)\",\"parameterTypes\":\\[([^\\]]*)]}");
    private static final Pattern SHALLOW = Pattern.compile("shallow\\(\\s*([\\w.]+)\\.class");

    @Test
    void reflectConfig_inJar_namesTypesAndMethodsThatAreThere() throws Exception {
        List<String> types = new ArrayList<>();
        for (MatchResult entry : matches(TYPE, text("reflect-config.json"))) {
            if (entry.group(1).startsWith("io.opentelemetry.")) {
                continue; // not on this class path
            }
            Class<?> type = Class.forName(entry.group(1), false, NativeImageIT.class.getClassLoader());
            for (MatchResult method : matches(METHOD, entry.group(2))) {
                List<Class<?>> parameters = new ArrayList<>();
                for (String parameter : method.group(2).replace("\"", "").split(",")) {
                    if (!parameter.isEmpty()) {
                        parameters.add(
                                parameter.equals("boolean")
                                        ? boolean.class
                                        : Class.forName(parameter, false, type.getClassLoader()));
                    }
                }
                Class<?>[] signature = parameters.toArray(Class[]::new);
                if (method.group(1).equals("<init>")) {
                    assertThat(type.getDeclaredConstructor(signature)).isNotNull();
                } else {
                    assertThat(type.getMethod(method.group(1), signature)).isNotNull();
                }
            }
            if (entry.group(2).contains("FACTORY")) {
                assertThat(type.getDeclaredField("FACTORY")).isNotNull();
            }
            types.add(entry.group(1));
        }
        assertThat(types).doesNotHaveDuplicates().hasSizeGreaterThan(50);
    }

    /** Each where its driver is, with what the check asks for whether it fits the driver's version. */
    @Test
    void reflectConfig_inJar_namesThePremadeProxies() throws IOException {
        Pattern premade = Pattern.compile(
                "\\{\"condition\":\\{\"typeReachable\":\"([^\"]+)\"},\"name\":\"dev\\.tollbooth\\.internal"
                        + "\\.premade\\.(\\w+)\",\"queryAllPublicMethods\":true,\"methods\":\\[\\{\"name\":\"<init>\",\"parameterTypes\":\\[]}]}");
        List<String> named = new ArrayList<>();
        for (MatchResult entry : matches(premade, text("reflect-config.json"))) {
            assertThat(entry.group(2)).startsWith(entry.group(1).replace('.', '_') + "_");
            named.add("dev/tollbooth/internal/premade/" + entry.group(2) + ".class");
        }
        try (JarFile jar = new JarFile(TOLLBOOTH.toFile())) {
            assertThat(jar.stream()
                            .map(ZipEntry::getName)
                            .filter(name -> name.matches("dev/tollbooth/internal/premade/.*_.*")))
                    .containsExactlyInAnyOrderElementsOf(named)
                    .hasSizeGreaterThan(10);
        }
    }

    /** Sizes of objects are sums over their fields: those classes' fields must be there to be asked for. */
    @Test
    @Tag("once")
    void reflectConfig_forTheMemoryAccounts_namesEachClassWhoseSizeIsAskedFor() throws IOException {
        List<String> named = matches(TYPE, text("reflect-config.json")).stream()
                .filter(entry -> entry.group(2).contains("allDeclaredFields"))
                .map(entry -> entry.group(1).replaceFirst(".*[.$]", ""))
                .toList();
        TreeSet<String> asked = new TreeSet<>();
        for (String module : List.of("accounting", "reporter", "jdbc-proxy")) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
                for (Path file :
                        files.filter(file -> file.toString().endsWith(".java")).toList()) {
                    matches(SHALLOW, Files.readString(file))
                            .forEach(found -> asked.add(found.group(1).replaceFirst(".*\\.", "")));
                }
            }
        }
        assertThat(asked).hasSizeGreaterThan(20).isSubsetOf(named);
    }

    @Test
    void resourceConfig_inJar_coversTheConsolesPage() throws IOException {
        List<Pattern> patterns =
                matches(Pattern.compile("\"pattern\": \"(.*)\""), text("resource-config.json")).stream()
                        .map(match -> Pattern.compile(match.group(1).replace("\\\\", "\\")))
                        .toList();
        try (JarFile jar = new JarFile(TOLLBOOTH.toFile())) {
            List<String> page = jar.stream()
                    .map(ZipEntry::getName)
                    .filter(name ->
                            name.startsWith("dev/tollbooth/console/page/") && name.matches(".*\\.(js|css|html)"))
                    .toList();
            assertThat(page)
                    .contains(
                            "dev/tollbooth/console/page/page.js",
                            "dev/tollbooth/console/page/fleet-page.js",
                            "dev/tollbooth/console/page/page.css")
                    .allMatch(name -> patterns.stream()
                            .anyMatch(pattern -> pattern.matcher(name).matches()));
        }
    }

    private static List<MatchResult> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results().toList();
    }

    private static String text(String name) throws IOException {
        try (JarFile jar = new JarFile(TOLLBOOTH.toFile());
                InputStream in = jar.getInputStream(jar.getEntry(FOLDER + name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
