package dev.tollbooth.benchmarks.io;

import dev.tollbooth.benchmarks.noop.NoopDriver;
import dev.tollbooth.benchmarks.peer.Origin;
import dev.tollbooth.benchmarks.peer.TollboothJar;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A program that measures origins, request units by origin, and budgets: the added time with caches as cold as in
 * {@link ColdMain}, and the allocated bytes. One build runs with each of these on and off.
 */
public final class OriginMain {

    private static final int STATEMENTS = 8;
    private static final int[] KILOBYTES = {0, 256};
    private static final List<Operation> OPERATIONS = List.of(Operation.SELECT, Operation.UPDATE);
    private static final int LITERALS = 1 << 20;
    private static final int EXECUTIONS = 20_000;
    /** The number of rounds, because other code on this thread allocates once, in one round only. */
    private static final int ROUNDS = 5;

    private OriginMain() {}

    /**
     * Runs from the command line.
     *
     * @param args quick or full, and a Tollbooth jar
     */
    public static void main(String[] args) throws Exception {
        Sizes sizes = Sizes.of(args[0]);
        List<Wrapper> wrappers = wrappers(Origin.of(NoopDriver.PREFIX + Operation.ROWS), TollboothJar.load(args[1]));
        AddedNanos table = new AddedNanos(
                "Origins and budgets: ns of the thread's processor time added to an execution over direct, median"
                        + " (95 % interval) of " + sizes.slices() + " slices, JDK "
                        + System.getProperty("java.version"),
                wrappers,
                sizes,
                LITERALS);
        table.warmUp(OPERATIONS, STATEMENTS);
        for (int kilobytes : KILOBYTES) {
            for (Operation operation : OPERATIONS) {
                table.line(operation, STATEMENTS, kilobytes);
            }
        }
        allocation(wrappers);
        // the wrappers may leave threads
        System.exit(0);
    }

    private static List<Wrapper> wrappers(Origin origin, TollboothJar build) {
        Map<String, String> scope = Map.of("tollbooth.name", "scope");
        List<Wrapper> wrappers = new ArrayList<>();
        wrappers.add(new Wrapper("direct", origin::connect));
        wrappers.add(new Wrapper("origin off", build.with(origin, Map.of("tollbooth.origin", "off"))));
        wrappers.add(new Wrapper("default, no scope", build.over(origin)));
        wrappers.add(new Wrapper("in a scope", build.inScope(origin, scope)));
        wrappers.add(new Wrapper("in a scope, TopRU", build.inScope(origin, topRu("topru", "off"))));
        wrappers.add(new Wrapper("in a scope, TopRU by origin", build.inScope(origin, topRu("by-origin", "on"))));
        wrappers.add(new Wrapper("call site", build.with(origin, Map.of("tollbooth.origin", "callsite"))));
        wrappers.add(new Wrapper(
                "a budget enforced",
                build.with(
                        origin,
                        Map.of("tollbooth.budget.enforce", "on", "tollbooth.budget.somebody", "1000000000/min"))));
        return wrappers;
    }

    /** Returns the settings of TopRU, which a budget needs. */
    private static Map<String, String> topRu(String name, String byOrigin) {
        return Map.of(
                "tollbooth.name",
                name,
                "tollbooth.topru.by-origin",
                byOrigin,
                "tollbooth.budget.somebody",
                "1000000000/min");
    }

    private static void allocation(List<Wrapper> wrappers) throws SQLException {
        MarkdownTable table = new MarkdownTable(
                "Bytes that an execution allocates, direct included, the fewest of " + ROUNDS + " rounds",
                wrappers.stream().map(Wrapper::label).toList());
        for (Operation operation : OPERATIONS) {
            List<String> cells = new ArrayList<>();
            for (Wrapper wrapper : wrappers) {
                cells.add(String.valueOf(fewestBytes(wrapper, operation)));
            }
            table.row(operation.label(), cells);
        }
    }

    private static long fewestBytes(Wrapper wrapper, Operation operation) throws SQLException {
        try (Client client = new Client(wrapper, operation, STATEMENTS, LITERALS)) {
            client.run(EXECUTIONS, OtherMemory.NONE);
            long fewest = Long.MAX_VALUE;
            for (int round = 0; round < ROUNDS; round++) {
                long before = allocated();
                client.run(EXECUTIONS, OtherMemory.NONE);
                fewest = Math.min(fewest, (allocated() - before) / EXECUTIONS);
            }
            return fewest;
        }
    }

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }
}
