package dev.tollbooth.console.live;

import dev.tollbooth.console.model.PageModel;

/** Where the page's figures come from. Thread-safe. */
public interface ModelSource {

    /** Returns what changes with the figures. */
    String version();

    /** Returns the figures of now. */
    PageModel model();
}
