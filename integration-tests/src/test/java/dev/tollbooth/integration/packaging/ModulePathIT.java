package dev.tollbooth.integration.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.integration.process.ForkedJvm;
import dev.tollbooth.jdbc.TollboothDriver;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests an application of the module shop, which uses Tollbooth's public packages, on the module path and in an image
 * of its own.
 */
@ExtendWith(DatabasesExtension.class)
@Tag("jdk")
final class ModulePathIT {

    private static final Path TOLLBOOTH = ForkedJvm.placeOf(TollboothDriver.class);
    private static final Path H2 = ForkedJvm.placeOf(org.h2.Driver.class);
    private static final Path PGJDBC = ForkedJvm.placeOf(org.postgresql.Driver.class);
    private static final Path[] GRPC = Stream.of(
                    "io.grpc.Grpc",
                    "io.grpc.internal.GrpcUtil",
                    "io.grpc.util.MutableHandlerRegistry",
                    "io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder",
                    "io.perfmark.PerfMark",
                    "com.google.common.base.Preconditions",
                    "com.google.common.util.concurrent.internal.InternalFutureFailureAccess")
            .map(ModulePathIT::placeOf)
            .toArray(Path[]::new);
    private static final Path SOURCES = Path.of("src/test/modules/shop");

    @TempDir
    Path directory;

    private Path shop;

    private static Path placeOf(String className) {
        try {
            return ForkedJvm.placeOf(Class.forName(className, false, ModulePathIT.class.getClassLoader()));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void compile() throws IOException {
        shop = directory.resolve("shop");
        List<String> arguments = new ArrayList<>(List.of("--release", "17", "-Xlint:all", "-Werror"));
        // no class path, because that of this JVM may have missing directories
        arguments.addAll(List.of("-cp", directory.toString(), "-p", TOLLBOOTH.toString(), "-d", shop.toString()));
        try (Stream<Path> files = Files.walk(SOURCES)) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(file -> arguments.add(file.toString()));
        }
        run("javac", arguments);
    }

    private static void run(String tool, List<String> arguments) {
        StringWriter output = new StringWriter();
        PrintWriter writer = new PrintWriter(output);
        int exit = ToolProvider.findFirst(tool).orElseThrow().run(writer, writer, arguments.toArray(String[]::new));
        assertThat(exit).as(output.toString()).isZero();
    }

    private static String path(Path... places) {
        return Stream.of(places).map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private static List<String> command(Path java, String modulePath, Endpoint... endpoints) {
        List<String> command = new ArrayList<>(List.of(java.toString()));
        command.addAll(ForkedJvm.SHORT_LIVED);
        command.addAll(List.of("-p", modulePath, "-m", "shop/shop.Main"));
        for (Endpoint endpoint : endpoints) {
            String url = endpoint.url().replaceFirst("^jdbc:", "jdbc:tollbooth:");
            command.addAll(List.of(url, endpoint.user(), endpoint.password()));
        }
        return command;
    }

    @Test
    void module_ofTheJar_exportsTheFourPublicPackagesOnly() {
        ModuleDescriptor module =
                ModuleFinder.of(TOLLBOOTH).find("dev.tollbooth").orElseThrow().descriptor();
        assertThat(module.isAutomatic()).isFalse();
        assertThat(module.exports())
                .filteredOn(export -> !export.isQualified())
                .extracting(ModuleDescriptor.Exports::source)
                .containsExactlyInAnyOrder(
                        "dev.tollbooth.jdbc", "dev.tollbooth.statement", "dev.tollbooth.report", "dev.tollbooth.spi");
        assertThat(module.exports())
                .filteredOn(ModuleDescriptor.Exports::isQualified)
                .allMatch(export -> Set.of("dev.tollbooth.telemetry", "dev.tollbooth.junit", "dev.tollbooth.spring")
                        .containsAll(export.targets()));
        assertThat(module.opens()).allMatch(ModuleDescriptor.Opens::isQualified);
    }

    @Test
    void application_onTheModulePath_isAccountedWithTwoDrivers(Databases databases) throws Exception {
        Endpoint h2 = databases.empty(Database.H2, "modules");
        Endpoint postgres = databases.empty(Database.POSTGRESQL_18, "modules");
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        String printed = ForkedJvm.finished(
                new ProcessBuilder(command(java, path(shop, TOLLBOOTH, H2, PGJDBC), h2, postgres))
                        .redirectErrorStream(true),
                ModulePathIT.class);
        assertThat(printed.lines().filter("answer=42"::equals)).hasSize(2);
        assertThat(printed)
                .contains(
                        "module=module dev.tollbooth", "connection is a org.postgresql.core.BaseConnection", "tables=2")
                .contains(" | 1 | flat | 3.0")
                .doesNotContainIgnoringCase("exception");
    }

    @Test
    void application_withGrpcOnTheClassPath_servesSubscribers(Databases databases) throws Exception {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command =
                command(java, path(shop, TOLLBOOTH, H2), databases.empty(Database.H2, "modules_and_grpc"));
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        command.addAll(1, List.of("-cp", path(GRPC), "-Dtollbooth.grpc.listen=" + port));
        String printed = ForkedJvm.finished(new ProcessBuilder(command).redirectErrorStream(true), ModulePathIT.class);
        assertThat(printed).contains("answer=42", "module=module dev.tollbooth", "settings frame=true");
    }

    @Test
    void image_byJlink_runsWithADriverBesideIt(Databases databases) throws Exception {
        Path image = directory.resolve("image");
        run("jlink", List.of("-p", path(shop, TOLLBOOTH), "--add-modules", "shop", "--output", image.toString()));
        Endpoint h2 = databases.empty(Database.H2, "image");
        String printed = ForkedJvm.finished(
                new ProcessBuilder(command(image.resolve("bin").resolve("java"), H2.toString(), h2))
                        .redirectErrorStream(true),
                ModulePathIT.class);
        assertThat(printed)
                .contains("answer=42", "module=module dev.tollbooth", "tables=1", " | 1 | flat | 3.0")
                .doesNotContainIgnoringCase("exception");
    }
}
