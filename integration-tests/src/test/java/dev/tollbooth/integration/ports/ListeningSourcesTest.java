package dev.tollbooth.integration.ports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.architecture.SourceSizes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that each listening port is in the list of {@link OpenPort}, and so undergoes each {@link Attack}. */
@Tag("check")
final class ListeningSourcesTest {

    /**
     * Names of types and methods without which nothing listens: of the JDK, gRPC, H2 and of servers that others would
     * take.
     */
    private static final Pattern LISTENS =
            Pattern.compile("ServerSocket|HttpServer|HttpsServer|ServerBuilder|ServerBootstrap"
                    + "|SimpleFileServer|JMXConnectorServer|LocateRegistry|UnicastRemoteObject|LocalManagementAgent"
                    + "|DatagramSocket|DatagramChannel|MulticastSocket|h2\\.tools\\.(Server|Console)|(Pg|Tcp|Web)Server"
                    + "|Undertow|Vertx|org\\.eclipse\\.jetty|bindNow");

    /** Names of settings and of the CLI's options that open a port. */
    private static final Pattern SETTING =
            Pattern.compile("\"(?:tollbooth\\.)?((?:--)?(?:[a-z0-9.-]+[.-])?(?:listen|port))\"");

    /** Similar classes that open no socket. */
    private static final Map<String, Set<String>> OTHERS = Map.of(
            "RunningJvm", Set.of(), // has the JDK of another JVM listen on loopback, for the user who owns that
            "MadeUpNames", Set.of("listen"), // a statement of PostgreSQL's
            "MetricAttribute", Set.of("server.port")); // of the database

    private static final Path PROJECT = Path.of(System.getProperty("basedir", ""))
            .toAbsolutePath()
            .normalize()
            .getParent();

    @TempDir
    private Path directory;

    private static List<Path> published() throws IOException {
        return SourceSizes.mainSources(PROJECT).stream()
                .filter(source -> !PROJECT.relativize(source).startsWith("benchmarks"))
                .toList();
    }

    private static String type(Path source) {
        return source.getFileName().toString().replace(".java", "");
    }

    private static Set<String> listeners(List<Path> sources) throws IOException {
        Set<String> found = new TreeSet<>();
        for (Path source : sources) {
            if (!OTHERS.containsKey(type(source))
                    && LISTENS.matcher(Files.readString(source)).find()) {
                found.add(type(source));
            }
        }
        return found;
    }

    private static Set<String> settings(List<Path> sources) throws IOException {
        Set<String> found = new TreeSet<>();
        for (Path source : sources) {
            Matcher matcher = SETTING.matcher(Files.readString(source));
            while (matcher.find()) {
                if (!OTHERS.getOrDefault(type(source), Set.of()).contains(matcher.group(1))) {
                    found.add(matcher.group(1));
                }
            }
        }
        return found;
    }

    @Test
    void sources_thatListen_areInTheListOfPorts() throws IOException {
        Set<String> known = Stream.of(OpenPort.values()).map(OpenPort::opener).collect(Collectors.toSet());
        assertThat(listeners(published()))
                .as("what opens a socket: name it in OpenPort, with clients, so that it is attacked")
                .containsExactlyInAnyOrderElementsOf(known);
    }

    @Test
    void settings_thatOpenAPort_areInTheListOfPorts() throws IOException {
        assertThat(settings(published()))
                .as(
                        "settings and options that open a port: name each in OpenPort, with clients, so that it is attacked")
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(OpenPort.values()).map(OpenPort::setting).toList());
    }

    @Test
    void port_thatIsNew_isFound() throws IOException {
        Path source = Files.writeString(directory.resolve("StatusPort.java"), """
                final class StatusPort {
                    static final String SETTING = "tollbooth.status.port";
                    final java.nio.channels.ServerSocketChannel channel = java.nio.channels.ServerSocketChannel.open();
                }
                """);
        assertThat(listeners(List.of(source))).containsExactly("StatusPort");
        assertThat(settings(List.of(source))).containsExactly("status.port");
    }
}
