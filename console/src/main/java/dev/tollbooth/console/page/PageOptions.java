package dev.tollbooth.console.page;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tollbooth.console.model.TimeSpan;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first view of a file's page.
 *
 * @param compared the earlier span of a comparison; null for none
 * @param shown the later span; null for all time after the earlier one
 * @param problems the messages of errors while reading
 */
public record PageOptions(
        @Nullable TimeSpan compared, @Nullable TimeSpan shown, List<String> problems) {

    /** Copies the list. */
    public PageOptions {
        problems = List.copyOf(problems);
    }

    void write(JsonGenerator json) throws IOException {
        json.writeStartObject();
        write(json, "compared", compared);
        write(json, "shown", shown);
        json.writeArrayFieldStart("problems");
        for (String problem : problems) {
            json.writeString(problem);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, String field, @Nullable TimeSpan span) throws IOException {
        if (span != null) {
            json.writeArrayFieldStart(field);
            json.writeNumber(span.sinceSeconds());
            json.writeNumber(span.untilSeconds());
            json.writeEndArray();
        }
    }
}
