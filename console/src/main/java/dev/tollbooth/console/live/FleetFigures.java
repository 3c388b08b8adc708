package dev.tollbooth.console.live;

import dev.tollbooth.console.model.PageModel;
import java.io.IOException;
import java.util.Map;

/** The figures of many JVMs that the page asks for. Thread-safe. */
public interface FleetFigures {

    /** Returns what changes with the figures. */
    String version();

    /** Returns the figures of some of them: {@code choice} is by service, version and instance, empty or missing for all. */
    PageModel model(Map<String, String> choice);

    /**
     * Returns what answers a question, as JSON.
     *
     * @param question {@code services}, {@code instances} or {@code changes}
     * @param choice as above, and what is to be compared
     * @throws IllegalArgumentException if there is no such question, or it can't be answered: says why
     */
    String answer(String question, Map<String, String> choice) throws IOException;
}
