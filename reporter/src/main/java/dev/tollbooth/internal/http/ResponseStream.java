package dev.tollbooth.internal.http;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes a response in small pieces, and tells whose fault it is when that fails. Not thread-safe.
 *
 * <p>Small, since the JDK's server keeps for each connection a buffer of twice what was written at once.
 */
final class ResponseStream extends OutputStream {

    private static final int PIECE = 4_096;

    private final OutputStream out;
    private final ClientWait wait;
    private boolean broken;

    ResponseStream(OutputStream out, ClientWait wait) {
        this.out = out;
        this.wait = wait;
    }

    /** Returns whether the client has gone, or was cut off. */
    boolean isBroken() {
        return broken;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        wait.begin();
        try {
            for (int done = 0; done < length; done += PIECE) {
                out.write(bytes, offset + done, Math.min(PIECE, length - done));
            }
        } catch (IOException e) {
            broken = true;
            throw e;
        } finally {
            wait.end();
        }
    }

    /** Ends the response: to be called once it is whole. */
    @Override
    public void close() throws IOException {
        wait.begin();
        try {
            out.close();
        } catch (IOException e) {
            broken = true;
            throw e;
        } finally {
            wait.end();
        }
    }
}
