package dev.tollbooth.cli;

import dev.tollbooth.console.live.DirectoryConsole;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * The streams of a command.
 *
 * @param in standard input
 * @param out standard output, buffered: flush it before a user has to wait
 * @param err standard error
 */
public record Streams(InputStream in, PrintStream out, PrintStream err) {

    /** Prints the reason of a failure, unless other errors are printed already; returns the exit code 1. */
    public int fail(boolean told, String reason) {
        if (told) {
            err.println("tollbooth: " + reason);
        }
        return 1;
    }

    /** Prints {@code lines}, or that there are none, unless {@code sound} is false; returns the exit code. */
    public int show(List<String> lines, boolean sound, String none) {
        lines.forEach(out::println);
        return lines.isEmpty() || !sound ? fail(lines.isEmpty() && sound, none) : 0;
    }

    /** Prints that a page could not be made. */
    public void pageFailed(Throwable failure) {
        fail(true, "the page could not be made: exception=" + failure.getClass().getName() + "; please report it");
    }

    /** Prints the address of a page, and waits until the process ends. */
    public int serve(DirectoryConsole page) throws InterruptedException {
        try (page) {
            out.println("http://localhost:" + page.port() + "/#token=" + page.token());
            out.flush();
            new CountDownLatch(1).await();
        }
        return 0;
    }
}
