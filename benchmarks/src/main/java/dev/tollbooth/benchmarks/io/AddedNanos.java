package dev.tollbooth.benchmarks.io;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The table of the nanoseconds that each wrapper adds to the thread's processor time. A line is left out if its
 * control, a second direct connection, differs significantly from the first.
 *
 * <p>Not thread-safe.
 */
final class AddedNanos {

    /**
     * The executions of a slice, long enough to be measured, and short enough that other processes disturb all wrappers
     * alike.
     */
    private static final int EXECUTIONS = 100;

    private static final int EXECUTIONS_OF_MUCH_MEMORY = 50;
    private static final int MUCH_KILOBYTES = 1024;

    private final List<Wrapper> wrappers;
    private final Sizes sizes;
    private final int mostLiterals;
    private final MarkdownTable table;

    AddedNanos(String title, List<Wrapper> wrappers, Sizes sizes, int mostLiterals) {
        this.wrappers = wrappers;
        this.sizes = sizes;
        this.mostLiterals = mostLiterals;
        List<String> columns = new ArrayList<>();
        columns.add("direct, ns");
        wrappers.stream().skip(1).map(Wrapper::label).forEach(columns::add);
        this.table = new MarkdownTable(title, columns);
    }

    /** Runs every operation of every wrapper before the first figure, for the JIT. */
    void warmUp(List<Operation> operations, int statements) throws SQLException {
        for (Operation operation : operations) {
            for (Wrapper wrapper : wrappers) {
                try (Client client = new Client(wrapper, operation, statements, mostLiterals)) {
                    client.run(sizes.warmUp(), OtherMemory.NONE);
                }
            }
        }
    }

    /** Measures and prints one line. */
    void line(Operation operation, int statements, int kilobytes) throws SQLException {
        List<Client> clients = new ArrayList<>();
        try {
            for (Wrapper wrapper : wrappers) {
                clients.add(new Client(wrapper, operation, statements, mostLiterals));
            }
            int executions = kilobytes < MUCH_KILOBYTES ? EXECUTIONS : EXECUTIONS_OF_MUCH_MEMORY;
            double[][] nanos = new Slices(clients, new OtherMemory(kilobytes), executions).measure(sizes.slices());
            print(statements + " by turns, " + kilobytes + " KB, " + operation.label(), nanos);
        } finally {
            for (Client client : clients) {
                client.close();
            }
        }
    }

    private void print(String name, double[][] nanos) {
        List<String> cells = new ArrayList<>();
        cells.add(String.format(Locale.ROOT, "%,.0f", Median.of(nanos[0]).median()));
        for (int wrapper = 1; wrapper < nanos.length; wrapper++) {
            Median added = Median.added(nanos[wrapper], nanos[0]);
            if (wrappers.get(wrapper).label().equals(Wrapper.CONTROL) && !added.holdsZero()) {
                System.err.println("not shown, as the control failed: line=" + name + ", " + Wrapper.CONTROL + "="
                        + added.signed() + "; measure again on a quieter machine");
                return;
            }
            cells.add(added.signed());
        }
        table.row(name, cells);
    }
}
