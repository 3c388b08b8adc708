package dev.tollbooth.internal.control;

import java.util.logging.Level;
import java.util.logging.LogRecord;

/**
 * The only writer to the application's log. Each message is one printable line. While the JVM ends, messages go to
 * standard error.
 *
 * <p>A logger is looked up for each message, because initializing the JDK's loggers takes ten milliseconds that a
 * silent application should not pay. Thread-safe.
 */
public final class Log {

    private static final String NAME = "dev.tollbooth";
    private static final String SLOW = "dev.tollbooth.slow";

    private Log() {}

    /** Logs a warning: the fact and its cause, under {@value #NAME}. */
    public static void warning(String line) {
        write(NAME, System.Logger.Level.WARNING, line);
    }

    /** Logs an event under {@value #NAME}. */
    public static void info(String line) {
        write(NAME, System.Logger.Level.INFO, line);
    }

    /** Logs a slow statement under {@value #SLOW}, so that slow statements can have a log of their own. */
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
            record.setSourceClassName(
                    null); // else the log would show this class, which says less than the logger's name
            java.util.logging.Logger.getLogger(logger).log(record);
        } else {
            System.getLogger(logger).log(level, printable);
        }
    }

    /** Returns whether {@code java.util.logging} writes the log. No other log shows the calling class beside the message. */
    private static boolean isJdksOwn() {
        return System.LoggerFinder.getLoggerFinder().getClass().getName().startsWith("sun.util.logging.");
    }

    /** Returns whether the JVM is ending, because its logging ends before the last reports are written. */
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
