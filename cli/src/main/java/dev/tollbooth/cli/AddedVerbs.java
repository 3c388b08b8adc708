package dev.tollbooth.cli;

import java.io.PrintStream;
import java.util.List;

/** Commands of another jar, found by {@link java.util.ServiceLoader}, because they are too large for everyone. */
public interface AddedVerbs {

    /**
     * Returns picocli commands.
     *
     * @param out standard output, buffered
     * @param err standard error
     */
    List<Object> commands(PrintStream out, PrintStream err);
}
