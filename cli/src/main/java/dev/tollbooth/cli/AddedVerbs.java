package dev.tollbooth.cli;

import java.io.PrintStream;
import java.util.List;

/**
 * Commands of an additional jar, found by {@link java.util.ServiceLoader}. They are in a jar of their own because of
 * its size.
 */
public interface AddedVerbs {

    /**
     * Returns commands for picocli.
     *
     * @param out standard output, buffered
     * @param err standard error
     */
    List<Object> commands(PrintStream out, PrintStream err);
}
