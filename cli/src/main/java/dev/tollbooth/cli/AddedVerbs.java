package dev.tollbooth.cli;

import java.io.PrintStream;
import java.util.List;

/** Verbs of a jar beside the command line's own, found by {@link java.util.ServiceLoader}: too large for everybody. */
public interface AddedVerbs {

    /**
     * Returns picocli commands.
     *
     * @param out standard output, buffered
     * @param err standard error
     */
    List<Object> commands(PrintStream out, PrintStream err);
}
