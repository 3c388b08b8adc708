package dev.tollbooth.console.live;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.console.page.HtmlSafeJson;
import dev.tollbooth.console.page.ModelJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The model as JSON, made once for all who ask and packed, and let go of when it is not asked for.
 *
 * <p>Thread-safe.
 */
final class PackedModel {

    private final ModelSource source;
    private final String run = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);

    @GuardedBy("this")
    private String version = "";

    @GuardedBy("this")
    private java.lang.ref.@Nullable SoftReference<byte[]> packed;

    PackedModel(ModelSource source) {
        this.source = source;
    }

    PageAnswer answer(PageRequest request) throws IOException {
        String now = "\"" + run + "-" + source.version() + "\"";
        if (now.equals(request.header("If-None-Match"))) {
            return new PageAnswer(304, java.util.Map.of("ETag", now), new byte[0]);
        }
        byte[] body = packed(now);
        String accepted = request.header("Accept-Encoding");
        if (accepted != null && accepted.contains("gzip")) {
            return PageAnswer.json(200, body).with("ETag", now).with("Content-Encoding", "gzip");
        }
        try (var in = new java.util.zip.GZIPInputStream(new java.io.ByteArrayInputStream(body))) {
            return PageAnswer.json(200, in.readAllBytes()).with("ETag", now);
        }
    }

    private synchronized byte[] packed(String now) throws IOException {
        byte[] known = packed == null ? null : packed.get();
        if (known != null && version.equals(now)) {
            return known;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        OutputStream zip = new GZIPOutputStream(bytes);
        try (Writer out = new OutputStreamWriter(zip, StandardCharsets.UTF_8);
                var json = HtmlSafeJson.to(out)) {
            new ModelJson(json).write(source.model(), "live", System.currentTimeMillis() / 1_000);
        }
        version = now;
        packed = new java.lang.ref.SoftReference<>(bytes.toByteArray());
        return bytes.toByteArray();
    }
}
