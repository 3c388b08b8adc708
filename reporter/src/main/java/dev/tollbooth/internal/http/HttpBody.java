package dev.tollbooth.internal.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.GZIPOutputStream;

/** A body that is written while it is produced, so that no response is in memory as a whole. */
@FunctionalInterface
public interface HttpBody {

    /** Writes the body. */
    void writeTo(OutputStream out) throws IOException;

    /** Writes the body, compressed. */
    default void writeGzipTo(OutputStream out) throws IOException {
        try (CompressedStream compressed = new CompressedStream(out)) {
            writeTo(compressed);
            compressed.finish();
        }
    }

    /** A compressing stream that frees its native memory in any case; the stream below stays open. */
    final class CompressedStream extends GZIPOutputStream {

        private static final int BUFFER = 8_192;

        CompressedStream(OutputStream out) throws IOException {
            super(out, BUFFER);
        }

        /** Writes nothing more, because a failed body must not look complete. */
        @Override
        public void close() {
            def.end();
        }
    }
}
