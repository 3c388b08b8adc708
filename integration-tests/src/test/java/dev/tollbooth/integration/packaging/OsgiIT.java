package dev.tollbooth.integration.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.process.ForkedJvm;
import dev.tollbooth.jdbc.TollboothDriver;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the jar as a bundle in Apache Felix, with the bundles of H2 and of an application. */
@Tag("jdk")
final class OsgiIT {
    private static final Path FELIX = ForkedJvm.placeOf(org.apache.felix.framework.Felix.class);
    private static final Path H2 = ForkedJvm.placeOf(org.h2.Driver.class);
    private static final Path TOLLBOOTH = ForkedJvm.placeOf(TollboothDriver.class);

    @TempDir
    Path directory;

    @Test
    void bundle_inFelix_accountsForABundledApplicationOfABundledDriver() throws Exception {
        Path application = bundle("dev.tollbooth.jdbc, dev.tollbooth.statement, org.osgi.framework");
        String printed = ForkedJvm.run(
                List.of(FELIX, ForkedJvm.placeOf(OsgiIT.class)),
                OsgiApplication.class,
                directory.resolve("felix").toString(),
                H2.toString(),
                TOLLBOOTH.toString(),
                application.toString());
        assertThat(printed)
                .contains(
                        "com.h2database active=true",
                        "dev.tollbooth active=true",
                        "counted select ? | 3",
                        // found as a service; H2's bundle doesn't export its engine
                        "tables: the SQL tables need H2",
                        "application active=true")
                .doesNotContainIgnoringCase("exception");
    }

    /** Returns the test's application as a bundle of its own. */
    private Path bundle(String imports) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Bundle-ManifestVersion", "2");
        attributes.putValue("Bundle-SymbolicName", "application");
        attributes.putValue("Bundle-Activator", BundledApplication.class.getName());
        attributes.putValue("Import-Package", imports);
        String entry = BundledApplication.class.getName().replace('.', '/') + ".class";
        Path jar = directory.resolve("application.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest);
                InputStream in = OsgiIT.class.getClassLoader().getResourceAsStream(entry)) {
            out.putNextEntry(new JarEntry(entry));
            in.transferTo(out);
        }
        return jar;
    }
}
