package dev.tollbooth.agent;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.springframework.boot.loader.tools.Library;
import org.springframework.boot.loader.tools.LibraryScope;
import org.springframework.boot.loader.tools.Repackager;

/** A builder of the shop's executable jar, packed like Spring Boot's plug-in does it. */
final class BootJar {

    private static final String PACKAGE = "com/example/shop/";
    private static final String LIBRARIES =
            "spring-(?!boot-loader)|HikariCP|h2-|postgresql-|slf4j|logback|log4j|jul-to|micrometer|jakarta.annotation|snakeyaml|commons-logging|jspecify";

    private BootJar() {}

    /** Makes the jar with additional libraries. */
    static Path make(Path target, Path... further) throws IOException {
        Path classes = Files.createTempFile(target.getParent(), "classes", ".jar");
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(classes));
                Stream<Path> files = Files.list(Jars.CLASSES.resolve(PACKAGE))) {
            for (Path file : files.toList()) {
                jar.putNextEntry(new JarEntry(PACKAGE + file.getFileName()));
                Files.copy(file, jar);
                jar.closeEntry();
            }
        }
        List<Path> libraries = new ArrayList<>(Jars.named(LIBRARIES));
        libraries.addAll(List.of(further));
        Repackager repackager = new Repackager(classes.toFile());
        repackager.setMainClass("com.example.shop.ShopApplication");
        repackager.repackage(target.toFile(), callback -> {
            for (Path library : libraries) {
                File file = library.toFile();
                callback.library(new Library(file, LibraryScope.COMPILE));
            }
        });
        return target;
    }
}
