package dev.tollbooth.cli;

import java.io.InputStream;
import java.io.PrintStream;

/**
 * Where a command reads from and writes to.
 *
 * @param in standard input
 * @param out standard output, buffered: to be flushed where somebody waits for a line
 * @param err standard error
 */
record Streams(InputStream in, PrintStream out, PrintStream err) {}
