package dev.tollbooth.console.live;

import dev.tollbooth.console.model.PageModel;
import java.util.Map;

/** Where the page's figures come from. Thread-safe. */
public interface ModelSource {

    /** Returns what changes with the figures. */
    String version();

    /** Returns the figures of now. */
    PageModel model();

    /** Returns the figures of what a request chooses, where there is a choice: a part of a fleet, or the {@code last} seconds. */
    default PageModel model(Map<String, String> choice) {
        return model();
    }
}
