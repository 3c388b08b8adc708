package dev.tollbooth.integration.ru;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * The warnings that Tollbooth logs until this object is closed.
 *
 * <p>Thread-safe.
 */
final class LoggedWarnings extends Handler implements AutoCloseable {

    private final Logger logger = Logger.getLogger("dev.tollbooth");
    // guarded by this
    private final List<String> messages = new ArrayList<>();

    @SuppressWarnings("this-escape") // complete by then
    LoggedWarnings() {
        logger.addHandler(this);
    }

    synchronized List<String> messages() {
        return List.copyOf(messages);
    }

    @Override
    public synchronized void publish(LogRecord record) {
        messages.add(record.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
