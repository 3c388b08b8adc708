package dev.tollbooth.console.model;

import dev.tollbooth.proto.v1.Report;
import java.util.function.Consumer;

/** A source of reports, which are read repeatedly, from the first to the last: from files or from a live instance. */
public interface ReportSource {

    /** Passes each report to {@code reports}; a second call passes at least the same reports. */
    void forEach(Consumer<Report> reports);
}
