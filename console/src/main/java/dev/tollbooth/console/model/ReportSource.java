package dev.tollbooth.console.model;

import dev.tollbooth.proto.v1.Report;
import java.util.function.Consumer;

/** Reports that can be read from the first to the last, and again: those of files, or those that a live instance still has. */
public interface ReportSource {

    /** Hands over each report; a second call hands over at least the same ones. */
    void forEach(Consumer<Report> reports);
}
