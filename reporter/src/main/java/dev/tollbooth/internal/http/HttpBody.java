package dev.tollbooth.internal.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.GZIPOutputStream;

/** A body that is written while it is made, so that no response is held in memory as a whole. */
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

    /** Compresses, and frees the native memory for that however it ends; the stream below stays open. */
    final class CompressedStream extends GZIPOutputStream {

        private static final int BUFFER = 8_192;

        CompressedStream(OutputStream out) throws IOException {
            super(out, BUFFER);
        }

        /** Writes nothing more: a body that failed must not end as if it were whole. */
        @Override
        public void close() {
            def.end();
        }
    }
}
