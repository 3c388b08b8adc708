package dev.tollbooth.benchmarks.io;

import dev.tollbooth.benchmarks.noop.NoopDriver;
import dev.tollbooth.benchmarks.peer.Origin;
import dev.tollbooth.benchmarks.peer.TollboothJar;
import java.util.List;

/**
 * A program that prints the time that wrappers add on a driver that does nothing, where other memory is changed before
 * each execution. So the caches are as cold as after system calls, without the noise of system calls, which is ten
 * times the measured time.
 */
public final class ColdMain {

    private static final int[] STATEMENTS = {8, 200};
    private static final int[] KILOBYTES = {0, 256, 1024};
    private static final List<Operation> OPERATIONS = List.of(Operation.SELECT, Operation.UPDATE, Operation.PREPARE);
    private static final int LITERALS = 1 << 20;

    private ColdMain() {}

    /**
     * Runs from the command line.
     *
     * @param args quick or full, and one or more Tollbooth jars, as JAR or LABEL=JAR
     */
    public static void main(String[] args) throws Exception {
        Sizes quiet = Sizes.of(args[0]);
        List<TollboothJar> builds = EchoMain.builds(args);
        List<Wrapper> wrappers = Wrapper.few(Origin.of(NoopDriver.PREFIX + Operation.ROWS), builds);
        AddedNanos table = new AddedNanos(
                "Cold caches: ns of the thread's processor time added to an execution over direct, median (95 % interval) of "
                        + quiet.slices() + " slices, JDK " + System.getProperty("java.version"),
                wrappers,
                quiet,
                LITERALS);
        table.warmUp(List.of(Operation.values()), STATEMENTS[0]);
        for (int statements : STATEMENTS) {
            for (int kilobytes : KILOBYTES) {
                for (Operation operation : OPERATIONS) {
                    table.line(operation, statements, kilobytes);
                }
            }
        }
        // the wrappers may leave threads
        System.exit(0);
    }
}
