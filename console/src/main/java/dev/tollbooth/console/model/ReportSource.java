package dev.tollbooth.console.model;

import dev.tollbooth.proto.v1.Report;
import java.util.function.Consumer;

/** Reports that can be read repeatedly, from the first to the last. They come from files, or from a live instance. */
public interface ReportSource {

    /** Passes each report; a second call passes at least the same ones. */
    void forEach(Consumer<Report> reports);
}
