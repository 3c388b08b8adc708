package dev.tollbooth.integration.grpc;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The lines that Tollbooth logs in this JVM until this object is closed. */
final class LoggedLines extends Handler implements AutoCloseable {

    private final Logger logger = Logger.getLogger("dev.tollbooth");
    private final List<String> lines = new CopyOnWriteArrayList<>();

    LoggedLines() {
        logger.addHandler(this);
    }

    /** Returns level and text of each line with {@code part} in it. */
    List<String> with(String part) {
        return lines.stream().filter(line -> line.contains(part)).toList();
    }

    @Override
    public void publish(LogRecord entry) {
        lines.add(entry.getLevel() + " " + entry.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
