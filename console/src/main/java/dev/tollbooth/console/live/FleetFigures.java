package dev.tollbooth.console.live;

import java.io.IOException;
import java.util.Map;

/**
 * The figures of many JVMs for the page. A choice may have a service, a version and an instance; an empty or missing one
 * stands for all. Thread-safe.
 */
public interface FleetFigures extends ModelSource {

    /**
     * Returns the answer to a question as JSON.
     *
     * @param question {@code services}, {@code instances} or {@code changes}
     * @param choice the chosen JVMs, and the sides of a comparison
     * @throws IllegalArgumentException if the question is unknown, or can't be answered; the message has the reason
     */
    String answer(String question, Map<String, String> choice) throws IOException;
}
