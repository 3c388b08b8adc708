package dev.tollbooth.cli;

import java.io.InputStream;
import java.io.PrintStream;

/**
 * The streams of a command.
 *
 * @param in standard input
 * @param out standard output, buffered: flush it before a user has to wait
 * @param err standard error
 */
public record Streams(InputStream in, PrintStream out, PrintStream err) {}
