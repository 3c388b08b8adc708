package dev.tollbooth.console.live;

import dev.tollbooth.console.model.PageModel;
import java.util.Map;

/** The source of the page's figures. Thread-safe. */
public interface ModelSource {

    /** Returns a value that changes with the figures. */
    String version();

    /**
     * Returns the present figures that a request chooses: a part of a fleet, or the {@code last} seconds of an instance.
     * A source without such a choice returns all.
     */
    PageModel model(Map<String, String> choice);
}
