package dev.tollbooth.internal.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.GZIPInputStream;

/** A body that is stored compressed, for repeated use. Thread-safe: immutable. */
public final class GzippedBody implements HttpBody {

    private final byte[] gzip;

    /** Takes over {@code gzip}. */
    public GzippedBody(byte[] gzip) {
        this.gzip = gzip;
    }

    /** Returns the number of compressed bytes. */
    public int length() {
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
