package dev.tollbooth.cli;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The entry point of the command line. */
public final class Main {

    private Main() {}

    /** Runs the command that {@code arguments} begin with, and exits with its code. */
    public static void main(String[] arguments) {
        // UTF-8 whatever the platform's default, because SQL and the lines of tables need it
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        Streams streams = new Streams(new FileInputStream(FileDescriptor.in), out, err);
        int exitCode = CommandLines.execute(streams, arguments);
        out.flush();
        System.exit(exitCode);
    }
}
