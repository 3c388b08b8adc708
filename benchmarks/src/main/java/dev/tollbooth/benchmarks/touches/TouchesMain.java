package dev.tollbooth.benchmarks.touches;

import dev.tollbooth.benchmarks.peer.Peer;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A program that prints the counts of one statement in each wrapper's own classes; classes of the JDK and of the driver
 * are not counted.
 */
public final class TouchesMain {

    private static final String TOLLBOOTH = "dev.tollbooth.";
    private static final String NOT_OWN = "dev.tollbooth.(benchmarks|shaded|internal.shaded).*";

    private TouchesMain() {}

    /**
     * Runs from the command line.
     *
     * @param args Tollbooth jars, as JAR or LABEL=JAR
     */
    public static void main(String[] args) throws Exception {
        System.out.println("\n**What one statement touches, median of 25; JDK " + System.getProperty("java.version")
                + "**\n\n| | | " + String.join(" | ", Touched.columns()) + " |");
        System.out.println("|---|" + "---|".repeat(Touched.columns().size() + 1));
        print(Peer.FLOOR.label(), Peer.FLOOR, "", "dev.tollbooth.benchmarks.peer.Floor");
        print(Peer.SKETCH.label(), Peer.SKETCH, "", "dev.tollbooth.benchmarks.peer.");
        print(Peer.P6SPY_OFF.label(), Peer.P6SPY_OFF, "", "com.p6spy.");
        print(Peer.DATASOURCE_PROXY.label(), Peer.DATASOURCE_PROXY, "", "net.ttddyy.");
        print(Peer.DRUID.label(), Peer.DRUID, "", "com.alibaba.druid.");
        print(Peer.OPENTELEMETRY_METRICS.label(), Peer.OPENTELEMETRY_METRICS, "", "io.opentelemetry.");
        for (String build : args) {
            int equals = build.indexOf('=');
            String label = equals < 0 ? "Tollbooth" : build.substring(0, equals);
            String jar = build.substring(equals + 1);
            print(label, Peer.TOLLBOOTH, jar, TOLLBOOTH);
            print(label + ", report files", Peer.TOLLBOOTH_REPORTS, jar, TOLLBOOTH);
        }
        // the wrappers may leave threads
        System.exit(0);
    }

    private static void print(String label, Peer peer, String jar, String prefix) throws Exception {
        count(peer, jar, name -> name.startsWith(prefix) && (!prefix.equals(TOLLBOOTH) || !name.matches(NOT_OWN)))
                .forEach((what, counts) -> System.out.println("| " + label + " | " + what + " | "
                        + counts.stream().map(String::valueOf).collect(Collectors.joining(" | ")) + " |"));
    }

    /** Returns the counts of a peer whose classes match {@code own}, on the class path or in {@code jar}. */
    static Map<String, List<Integer>> count(Peer peer, String jar, Predicate<String> own) throws Exception {
        List<URL> jars = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            jars.add(url(entry));
        }
        if (!jar.isEmpty()) {
            jars.add(url(jar));
        }
        TracingLoader loader = new TracingLoader(jars.toArray(URL[]::new), own);
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            @SuppressWarnings("unchecked") // it is what the class implements
            Function<String, Map<String, List<Integer>>> run = (Function<String, Map<String, List<Integer>>>)
                    loader.loadClass(TouchRun.class.getName()).getConstructor().newInstance();
            return run.apply(peer.name());
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static URL url(String path) throws MalformedURLException {
        return Path.of(path).toUri().toURL();
    }
}
