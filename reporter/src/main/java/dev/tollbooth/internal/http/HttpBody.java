package dev.tollbooth.internal.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.GZIPOutputStream;

/** A body that is written while it is produced, so that a large response is never in memory as a whole. */
@FunctionalInterface
public interface HttpBody {

    /** Writes the body. */
    void writeTo(OutputStream out) throws IOException;

    /** Writes the body, compressed by gzip. */
    default void writeGzipTo(OutputStream out) throws IOException {
        try (CompressedStream compressed = new CompressedStream(out)) {
            writeTo(compressed);
            compressed.finish();
        }
    }

    /** A compressing stream whose close frees its native memory and leaves the stream below open. */
    final class CompressedStream extends GZIPOutputStream {

        private static final int BUFFER = 8_192;

        CompressedStream(OutputStream out) throws IOException {
            super(out, BUFFER);
        }

        /** Frees the native memory. Writes nothing, because a failed body must not look complete. */
        @Override
        public void close() {
            def.end();
        }
    }
}
