package dev.tollbooth.console.live;

import dev.tollbooth.console.model.PageModel;
import dev.tollbooth.internal.instance.ConsoleMemory;
import java.util.Map;

/** The source of the page's figures. Thread-safe. */
public interface ModelSource extends ConsoleMemory {

    /** Returns a value that changes with the figures. */
    String version();

    /**
     * Returns the present figures that a request chooses: a part of a fleet, or the {@code last} seconds of an instance.
     * A source without such a choice returns all.
     */
    PageModel model(Map<String, String> choice);

    /** Returns the bytes of heap that the source holds; 0 by default. */
    @Override
    default long heldBytes() {
        return 0;
    }

    /** Frees up to {@code bytes} bytes; frees nothing by default. */
    @Override
    default long shrink(long bytes) {
        return 0;
    }
}
