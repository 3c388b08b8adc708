package dev.tollbooth.internal.control;

import java.util.logging.Level;
import java.util.logging.LogRecord;

/**
 * The application's log: nothing else of Tollbooth writes to it, so that each message is one printable line. While the
 * JVM ends, it is the standard error.
 *
 * <p>A logger is looked up with each message: the JVM's loggers take ten milliseconds of a start, and an application that
 * logs nothing of ours does not pay them. Thread-safe.
 */
public final class Log {

    private static final String NAME = "dev.tollbooth";
    private static final String SLOW = "dev.tollbooth.slow";

    private Log() {}

    /** Says what is off and why, under {@value #NAME}. */
    public static void warning(String line) {
        write(NAME, System.Logger.Level.WARNING, line);
    }

    /** Says what happened, under {@value #NAME}. */
    public static void info(String line) {
        write(NAME, System.Logger.Level.INFO, line);
    }

    /** Tells of a slow statement, under {@value #SLOW}: who reads these need not read the others. */
    public static void slowStatement(String line) {
        write(SLOW, System.Logger.Level.WARNING, line);
    }

    private static void write(String logger, System.Logger.Level level, String line) {
        String printable = PrintableText.escape(line);
        if (isJvmEnding()) {
            System.err.println("tollbooth: " + printable);
        } else if (isJdksOwn()) {
            LogRecord record =
                    new LogRecord(level == System.Logger.Level.WARNING ? Level.WARNING : Level.INFO, printable);
            record.setLoggerName(logger);
            record.setSourceClassName(null); // the logger says more than this class, which it would find on the stack
            java.util.logging.Logger.getLogger(logger).log(record);
        } else {
            System.getLogger(logger).log(level, printable);
        }
    }

    /** Returns whether {@code java.util.logging} writes the log, which names a source beside the message. */
    private static boolean isJdksOwn() {
        return System.LoggerFinder.getLoggerFinder().getClass().getName().startsWith("sun.util.logging.");
    }

    /** The JVM's own log ends as the JVM begins to end, before the last reports are written. */
    private static boolean isJvmEnding() {
        Thread probe = new Thread(() -> {});
        try {
            Runtime.getRuntime().addShutdownHook(probe);
            return !Runtime.getRuntime().removeShutdownHook(probe);
        } catch (IllegalStateException e) {
            return true;
        }
    }
}
