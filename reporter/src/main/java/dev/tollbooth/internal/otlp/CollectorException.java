package dev.tollbooth.internal.otlp;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * An exception that signals that metrics did not reach a collector. Tollbooth writes its message, so it may be logged.
 */
final class CollectorException extends IOException {

    private static final long serialVersionUID = 1;

    CollectorException(String message) {
        super(message);
    }

    CollectorException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
