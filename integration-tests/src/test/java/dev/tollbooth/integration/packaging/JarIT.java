package dev.tollbooth.integration.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.process.ForkedJvm;
import dev.tollbooth.jdbc.TollboothDriver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

final class JarIT {
    private static final long MAX_BYTES = 7_000_000;
    private final Path jar = ForkedJvm.placeOf(TollboothDriver.class);

    @Test
    void tests_runAgainst_theJarAndNotTheModules() {
        assertThat(jar).isRegularFile();
        assertThat(jar.getFileName().toString()).matches("tollbooth(-\\d.*)?\\.jar"); // as built, or as installed
    }

    @Test
    void size_ofJar_isUnderItsLimit() throws IOException {
        assertThat(Files.size(jar)).isBetween(50_000L, MAX_BYTES - 1);
    }

    @Test
    void classes_inJar_areAllUnderDevTollbooth() throws IOException {
        List<String> classes = names().stream()
                .filter(name -> name.endsWith(".class") && !name.equals("module-info.class"))
                .toList();
        assertThat(classes).hasSizeGreaterThan(50).allMatch(name -> name.startsWith("dev/tollbooth/"));
        assertThat(classes).contains("dev/tollbooth/jdbc/TollboothDriver.class");
    }

    @Test
    void leftOutParts_ofDependenciesAndBuild_areNotInJar() throws IOException {
        assertThat(names())
                .noneMatch(name -> name.startsWith("META-INF/versions/"))
                .noneMatch(name -> name.startsWith("META-INF/net.bytebuddy/"))
                .noneMatch(name -> name.startsWith("dev/tollbooth/internal/weaver/"))
                .noneMatch(name -> name.endsWith("/module-info.class"))
                .noneMatch(name -> name.matches("META-INF/.*\\.(SF|RSA|DSA)"));
    }

    @Test
    void entries_inJar_nameNoFolderOfTheBuild() throws IOException {
        String build = Path.of("").toAbsolutePath().getParent().toString();
        for (String name : names()) {
            assertThat(text(name)).as(name).doesNotContain(build);
        }
    }

    @Test
    void notice_inJar_namesEachShadedPart() throws IOException {
        Map<String, String> namedAs = Map.of(
                "asm", "ASM",
                "caffeine", "com.github.ben-manes.caffeine",
                "hdrhistogram", "org.hdrhistogram:HdrHistogram",
                "jackson", "com.fasterxml.jackson.core:jackson-core",
                "protobuf", "com.google.protobuf:protobuf-java");
        Set<String> shaded = new TreeSet<>();
        for (String name : names()) {
            if (name.matches("dev/tollbooth/shaded/[^/]+/.+")) {
                shaded.add(name.split("/")[3]);
            }
        }
        assertThat(shaded).isEqualTo(namedAs.keySet());
        assertThat(text("META-INF/NOTICE")).contains(namedAs.values());
    }

    @Test
    void licences_ofWhatJacksonHasInside_areInJar() throws IOException {
        assertThat(names())
                .anyMatch(name -> name.contains("/shaded/jackson/io/schubfach/"))
                .anyMatch(name -> name.contains("/shaded/jackson/internal/shaded/fdp/"))
                .contains(
                        "META-INF/Schubfach-LICENSE",
                        "META-INF/FastDoubleParser-LICENSE",
                        "META-INF/FastDoubleParser-ThirdParty-LICENSE");
    }

    @Test
    void serviceFiles_inJar_nameTheDriverAndItsSources() throws IOException {
        assertThat(text("META-INF/services/java.sql.Driver").strip()).isEqualTo("dev.tollbooth.jdbc.TollboothDriver");
        assertThat(text("META-INF/services/dev.tollbooth.internal.ru.InternalRuSource")
                        .lines())
                .allMatch(line -> line.startsWith("dev.tollbooth.internal.ru."))
                .hasSize(3);
        assertThat(names())
                .filteredOn(name -> name.startsWith("META-INF/services/") && !name.endsWith("/"))
                .containsExactlyInAnyOrder(
                        "META-INF/services/java.sql.Driver",
                        "META-INF/services/dev.tollbooth.internal.instance.ConsoleProvider",
                        "META-INF/services/dev.tollbooth.internal.provider.GrpcProvider",
                        "META-INF/services/dev.tollbooth.internal.provider.SqlTablesProvider",
                        "META-INF/services/dev.tollbooth.internal.ru.InternalRuSource",
                        "META-INF/services/dev.tollbooth.spi.PlanSource");
    }

    @Test
    void manifest_ofJar_namesTheModule() throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            assertThat(file.getManifest().getMainAttributes().getValue("Automatic-Module-Name"))
                    .isEqualTo("dev.tollbooth");
        }
    }

    /**
     * Tests the version in OSGi, which is three numbers and a qualifier after a dot; with a hyphen a bundle does not
     * start.
     */
    @Test
    void bundleVersion_ofJar_isTheVersionAsOsgiHasIt() throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            Attributes manifest = file.getManifest().getMainAttributes();
            String bundle = manifest.getValue("Bundle-Version");
            assertThat(bundle)
                    .matches("\\d+\\.\\d+\\.\\d+(\\.[\\w-]+)?")
                    .isEqualTo(manifest.getValue("Implementation-Version").replaceFirst("-", "."));
            assertThat(manifest.getValue("Export-Package").split(","))
                    .allMatch(each -> each.endsWith("version=\"" + bundle + "\""));
        }
    }

    /** Tests that the jar adds no dependency for Maven users. */
    @Test
    void pom_ofArtifact_hasNoTransitiveDependency() throws Exception {
        Document pom = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(Files.readAllBytes(publishedPom())));
        // a plugin's dependencies are for the build only
        NodeList dependencies = (NodeList) XPathFactory.newInstance()
                .newXPath()
                .evaluate("/project/dependencies/dependency", pom, XPathConstants.NODESET);
        assertThat(dependencies.getLength()).isPositive();
        for (int i = 0; i < dependencies.getLength(); i++) {
            Element dependency = (Element) dependencies.item(i);
            assertThat(text(dependency, "optional").equals("true")
                            || List.of("provided", "test").contains(text(dependency, "scope")))
                    .as("does not reach users: %s", text(dependency, "artifactId"))
                    .isTrue();
        }
    }

    private static String text(Element parent, String child) {
        NodeList found = parent.getElementsByTagName(child);
        return found.getLength() == 0 ? "" : found.item(0).getTextContent();
    }

    /** Returns the module's own POM, which is published without changes. */
    private static Path publishedPom() {
        return Path.of(System.getProperty("integration.tollbooth.pom"));
    }

    private List<String> names() throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream().map(ZipEntry::getName).toList();
        }
    }

    private String text(String name) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return new String(file.getInputStream(file.getEntry(name)).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
