package dev.tollbooth.console.live;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.console.page.HtmlSafeJson;
import dev.tollbooth.console.page.ModelJson;
import dev.tollbooth.internal.http.HttpBody;
import dev.tollbooth.internal.http.HttpRequest;
import dev.tollbooth.internal.http.HttpResponse;
import dev.tollbooth.internal.instance.ConsoleMemory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.ref.SoftReference;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The model as compressed JSON, created once for all clients. It is softly referenced, so the JVM may drop it.
 *
 * <p>Thread-safe.
 */
final class PackedModel implements ConsoleMemory {

    /**
     * The factor between the processor time to create a model and the model's lifetime. With 4, requests without a
     * pause use at most a fifth of one processor.
     */
    private static final int SHOWN_TIMES = 4;

    /** The parameters that choose a part of a fleet and of the time. */
    private static final Set<String> CHOICE = Set.of("service", "version", "instance", "last");

    private final ModelSource source;
    private final String run = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);

    @GuardedBy("this")
    private String version = "";

    @GuardedBy("this")
    private Map<String, String> chosen = Map.of();

    @GuardedBy("this")
    private long madeNanos;

    @GuardedBy("this")
    private long costNanos;

    private volatile @Nullable SoftReference<GzippedBody>
            packed; // the model of this version; may become null at any time

    PackedModel(ModelSource source) {
        this.source = source;
    }

    HttpResponse answer(HttpRequest request) throws IOException {
        Map<String, String> choice = choice(request.query());
        String tag = shown(tag(choice), choice);
        String quoted = "\"" + tag + "\"";
        if (quoted.equals(request.header("If-None-Match"))) {
            return HttpResponse.empty(304, Map.of("ETag", quoted));
        }
        if (tag.equals(request.query().get("known"))) {
            return HttpResponse.empty(204, Map.of("ETag", quoted));
        }
        return HttpResponse.json(200, packed(tag, choice)).with(Map.of("ETag", quoted));
    }

    /** Returns the tag of the model to show: the tag of the cached model during its lifetime, else {@code now}. */
    private synchronized String shown(String now, Map<String, String> choice) {
        boolean young =
                kept() != null && chosen.equals(choice) && System.nanoTime() - madeNanos < SHOWN_TIMES * costNanos;
        return young ? version : now;
    }

    private static Map<String, String> choice(Map<String, String> query) {
        Map<String, String> choice = new TreeMap<>(query);
        choice.keySet().retainAll(CHOICE);
        return choice;
    }

    /** Returns the tag of the present figures for {@code query}. The tag changes with the figures. */
    String tagOf(Map<String, String> query) {
        return tag(choice(query));
    }

    private String tag(Map<String, String> choice) {
        return run + "-" + source.version() + (choice.isEmpty() ? "" : "-" + choice.hashCode());
    }

    /** Returns the present figures for {@code query} as JSON. */
    String text(Map<String, String> query) throws IOException {
        Map<String, String> choice = choice(query);
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        packed(tag(choice), choice).writeTo(json);
        return json.toString(StandardCharsets.UTF_8);
    }

    private synchronized GzippedBody packed(String now, Map<String, String> choice) throws IOException {
        GzippedBody known = kept();
        if (known != null && version.equals(now)) {
            return known;
        }
        packed = null; // one model at a time
        long begin = processorNanos();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        OutputStream zip = new GZIPOutputStream(bytes);
        try (Writer out = new OutputStreamWriter(zip, StandardCharsets.UTF_8);
                var json = HtmlSafeJson.to(out)) {
            ModelJson.write(json, source.model(choice), now, System.currentTimeMillis() / 1_000);
        }
        GzippedBody made = new GzippedBody(bytes.toByteArray());
        version = now;
        chosen = choice;
        madeNanos = System.nanoTime();
        costNanos = processorNanos() - begin;
        packed = new SoftReference<>(made);
        return made;
    }

    /** Returns the processor time of this thread, or the elapsed time if the JVM can't measure processor time. */
    private static long processorNanos() {
        try {
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            if (threads.isCurrentThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled()) {
                return threads.getCurrentThreadCpuTime();
            }
        } catch (LinkageError e) {
            // a run time without the module java.management
        }
        return System.nanoTime();
    }

    private @Nullable GzippedBody kept() {
        SoftReference<GzippedBody> reference = packed;
        return reference == null ? null : reference.get();
    }

    private long packedBytes() {
        GzippedBody known = kept();
        return known == null ? 0 : known.length();
    }

    /** Returns the compressed size of the cached model, and the bytes of its source. */
    @Override
    public long heldBytes() {
        return packedBytes() + source.heldBytes();
    }

    /** Drops the cached model if {@code wanted} is positive, and then shrinks its source; returns the freed bytes. */
    @Override
    public long shrink(long wanted) {
        long freed = wanted > 0 ? packedBytes() : 0;
        if (freed > 0) {
            packed = null;
        }
        return freed < wanted ? freed + source.shrink(wanted - freed) : freed;
    }

    /**
     * A body that is compressed once and sent many times.
     *
     * <p>Thread-safe: immutable.
     */
    private static final class GzippedBody implements HttpBody {

        private final byte[] gzip;

        /** Makes a body of bytes in the gzip format, which the caller must not change. */
        GzippedBody(byte[] gzip) {
            this.gzip = gzip;
        }

        /** Returns the number of compressed bytes. */
        int length() {
            return gzip.length;
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
                in.transferTo(out);
            }
        }

        @Override
        public void writeGzipTo(OutputStream out) throws IOException {
            out.write(gzip);
        }
    }
}
