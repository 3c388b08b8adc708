package dev.tollbooth.internal.http;

import java.io.IOException;
import java.io.OutputStream;

/**
 * A stream that writes a response in small pieces, and records whether the connection to the client broke. Not
 * thread-safe.
 *
 * <p>The pieces are small because the JDK's server keeps a buffer of twice the largest write for each connection.
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

    /** Returns whether the client has left, or was disconnected. */
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

    /** Ends the response. Called only when it is complete. */
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
