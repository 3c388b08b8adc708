package dev.tollbooth.console.live;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.console.page.HtmlSafeJson;
import dev.tollbooth.console.page.ModelJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.lang.ref.SoftReference;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The model as JSON, made once for all who ask and packed, and let go of when it is not asked for.
 *
 * <p>Thread-safe.
 */
final class PackedModel {

    /** Which part of a fleet is shown. */
    private static final Set<String> CHOICE = Set.of("service", "version", "instance");

    private final ModelSource source;
    private final String run = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);

    @GuardedBy("this")
    private String version = "";

    @GuardedBy("this")
    private @Nullable SoftReference<byte[]> packed;

    PackedModel(ModelSource source) {
        this.source = source;
    }

    PageAnswer answer(PageRequest request) throws IOException {
        Map<String, String> choice = choice(request);
        String tag = tag(choice);
        String quoted = "\"" + tag + "\"";
        if (quoted.equals(request.header("If-None-Match"))) {
            return new PageAnswer(304, Map.of("ETag", quoted), new byte[0]);
        }
        if (tag.equals(request.query().get("known"))) {
            return new PageAnswer(204, Map.of("ETag", quoted), new byte[0]);
        }
        return PageAnswer.json(200, new byte[0]).with("ETag", quoted).withPacked(packed(tag, choice), request);
    }

    private static Map<String, String> choice(PageRequest request) {
        Map<String, String> choice = new TreeMap<>(request.query());
        choice.keySet().retainAll(CHOICE);
        return choice;
    }

    /** Returns what names the figures of now, and no others. */
    String tag() {
        return tag(Map.of());
    }

    private String tag(Map<String, String> choice) {
        return run + "-" + source.version() + (choice.isEmpty() ? "" : "-" + choice.hashCode());
    }

    /** Returns the figures of now as JSON. */
    byte[] json() throws IOException {
        return PageAnswer.unpacked(packed(tag(), Map.of()));
    }

    private synchronized byte[] packed(String now, Map<String, String> choice) throws IOException {
        byte[] known = packed == null ? null : packed.get();
        if (known != null && version.equals(now)) {
            return known;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        OutputStream zip = new GZIPOutputStream(bytes);
        try (Writer out = new OutputStreamWriter(zip, StandardCharsets.UTF_8);
                var json = HtmlSafeJson.to(out)) {
            new ModelJson(json).write(source.model(choice), now, System.currentTimeMillis() / 1_000);
        }
        version = now;
        packed = new SoftReference<>(bytes.toByteArray());
        return bytes.toByteArray();
    }
}
