package dev.tollbooth.console.live;

import dev.tollbooth.console.model.PageModel;
import java.io.IOException;
import java.util.Map;

/** The figures of many JVMs for the page. Thread-safe. */
public interface FleetFigures {

    /** Returns a value that changes with the figures. */
    String version();

    /**
     * Returns the figures of the chosen JVMs. {@code choice} may have a service, a version and an instance; an empty or
     * missing one stands for all.
     */
    PageModel model(Map<String, String> choice);

    /**
     * Returns the answer to a question as JSON.
     *
     * @param question {@code services}, {@code instances} or {@code changes}
     * @param choice the chosen JVMs, and the sides of a comparison
     * @throws IllegalArgumentException if the question is unknown, or can't be answered; the message has the reason
     */
    String answer(String question, Map<String, String> choice) throws IOException;
}
