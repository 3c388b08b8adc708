package dev.tollbooth.internal.picture;

import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.internal.memory.MemoryTrace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The memory trace in the file format of speedscope.app: two profiles, tracked and measured, whose unit is bytes. */
public final class SpeedscopeJson {

    private final Map<String, Integer> frames = new LinkedHashMap<>();

    private SpeedscopeJson() {}

    /** Returns the JSON text. */
    public static String of(MemoryTrace trace) {
        return new SpeedscopeJson().write(trace);
    }

    private String write(MemoryTrace trace) {
        String profiles = profile(trace, MemoryFigure.TRACKED, "tracked") + ","
                + profile(trace, MemoryFigure.MEASURED, "measured");
        List<String> names = new ArrayList<>();
        for (String name : frames.keySet()) {
            names.add("{\"name\":" + quoted(name) + "}");
        }
        return "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"name\":\"Tollbooth memory\","
                + "\"exporter\":\"tollbooth\",\"activeProfileIndex\":0,\"shared\":{\"frames\":["
                + String.join(",", names) + "]},\"profiles\":[" + profiles + "]}\n";
    }

    private String profile(MemoryTrace trace, MemoryFigure figure, String name) {
        List<String> samples = new ArrayList<>();
        List<String> weights = new ArrayList<>();
        add(trace, figure, "", samples, weights);
        return "{\"type\":\"sampled\",\"name\":\"" + name + "\",\"unit\":\"bytes\",\"startValue\":0,\"endValue\":"
                + figure.total(trace) + ",\"samples\":[" + String.join(",", samples) + "],\"weights\":["
                + String.join(",", weights) + "]}";
    }

    private void add(MemoryTrace node, MemoryFigure figure, String above, List<String> samples, List<String> weights) {
        Integer known = frames.putIfAbsent(node.name(), frames.size());
        String stack = above + (known == null ? frames.size() - 1 : known);
        if (figure.own(node) > 0) {
            samples.add("[" + stack + "]");
            weights.add(Long.toString(figure.own(node)));
        }
        for (MemoryTrace child : node.children()) {
            add(child, figure, stack + ",", samples, weights);
        }
    }

    /** JSON writes such characters as people's text does. */
    private static String quoted(String text) {
        return '"' + PrintableText.escape(text.replace("\\", "\\\\").replace("\"", "\\\"")) + '"';
    }
}
