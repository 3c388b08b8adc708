package dev.tollbooth.console.model;

import dev.tollbooth.proto.v1.Report;
import java.util.function.Consumer;

/** A source of reports, such as files or a live instance. The reports can be read repeatedly. */
public interface ReportSource {

    /** Passes each report to {@code reports}; a second call passes at least the same reports. */
    void forEach(Consumer<Report> reports);
}
