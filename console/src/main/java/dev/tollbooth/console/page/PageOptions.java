package dev.tollbooth.console.page;

import dev.tollbooth.console.model.TimeSpan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    Map<String, Object> asMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        put(map, "compared", compared);
        put(map, "shown", shown);
        map.put("problems", problems);
        return map;
    }

    private static void put(Map<String, Object> map, String key, @Nullable TimeSpan span) {
        if (span != null) {
            map.put(key, List.of(span.sinceSeconds(), span.untilSeconds()));
        }
    }
}
