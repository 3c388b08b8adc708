package dev.tollbooth.benchmarks.io;

import dev.tollbooth.benchmarks.noop.EchoServer;
import dev.tollbooth.benchmarks.noop.NoopDriver;
import dev.tollbooth.benchmarks.peer.Origin;
import dev.tollbooth.benchmarks.peer.TollboothJar;
import java.util.ArrayList;
import java.util.List;

/**
 * A program that prints the time that wrappers add if an execution is a round trip to an echo over the loopback
 * interface.
 */
public final class EchoMain {

    private static final int FEW_STATEMENTS = 8;
    private static final int MANY_STATEMENTS = 200;
    /** The memory that an application touches between two of many statements. */
    private static final int KILOBYTES = 256;

    private static final List<Operation> OPERATIONS = List.of(Operation.SELECT, Operation.UPDATE, Operation.PREPARE);
    private static final int[] THREADS = {1, 8, 64};
    private static final int LITERALS = 1 << 20;

    private EchoMain() {}

    /**
     * Runs from the command line.
     *
     * @param args quick or full, and one or more Tollbooth jars, as JAR or LABEL=JAR
     */
    public static void main(String[] args) throws Exception {
        Sizes sizes = Sizes.of(args[0]);
        List<TollboothJar> builds = builds(args);
        try (EchoServer echo = EchoServer.start(1)) {
            ServerProcessor.pin(echo.pid());
            Origin origin = Origin.of(echo.url(Operation.ROWS));
            List<Wrapper> all = sizes.isFull() ? Wrapper.all(origin, builds) : Wrapper.few(origin, builds);
            addedNanos(all, sizes);
            if (sizes.isFull()) {
                new ProcessNanos(all, sizes, LITERALS).print(Operation.PREPARE, MANY_STATEMENTS);
            }
        }
        try (EchoServer echo = EchoServer.start(Runtime.getRuntime().availableProcessors())) {
            Origin origin = Origin.of(echo.url(Operation.ROWS));
            throughput("between I/O", Wrapper.few(origin, builds), sizes);
        }
        Origin nothing = Origin.of(NoopDriver.PREFIX + Operation.ROWS);
        throughput("on a driver that does nothing", Wrapper.few(nothing, builds), sizes);
        // the wrappers may leave threads
        System.exit(0);
    }

    static List<TollboothJar> builds(String[] args) throws Exception {
        List<TollboothJar> builds = new ArrayList<>();
        for (int i = 1; i < args.length; i++) {
            builds.add(TollboothJar.load(args[i]));
        }
        return builds;
    }

    private static void addedNanos(List<Wrapper> wrappers, Sizes sizes) throws Exception {
        AddedNanos table = new AddedNanos(
                "Between I/O: ns of the thread's processor time added to an execution over direct, median (95 % interval) of "
                        + sizes.slices() + " slices, JDK " + System.getProperty("java.version"),
                wrappers,
                sizes,
                LITERALS);
        table.warmUp(OPERATIONS, FEW_STATEMENTS);
        for (Operation operation : OPERATIONS) {
            table.line(operation, FEW_STATEMENTS, 0);
        }
        for (Operation operation : OPERATIONS) {
            table.line(operation, MANY_STATEMENTS, KILOBYTES);
        }
    }

    private static void throughput(String where, List<Wrapper> wrappers, Sizes sizes) throws Exception {
        Throughput table = new Throughput(
                "Throughput " + where + ", ratio to direct, median (95 % interval) of " + sizes.runs() + " runs",
                wrappers,
                sizes.runs());
        for (int threads : THREADS) {
            table.line(threads, 1);
            table.line(threads, FEW_STATEMENTS);
        }
    }
}
