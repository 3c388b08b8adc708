package dev.tollbooth.benchmarks.noop;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;

/**
 * The client's end of a connection to {@link EchoServer}, with plain sockets, as drivers use them.
 *
 * <p>Not thread-safe.
 */
final class Echo implements Closeable {

    /** The approximate bytes of a short statement, or of its answer. */
    static final int BYTES = 100;

    private final byte[] message = new byte[BYTES];
    private final Socket socket;
    private final OutputStream out;
    private final InputStream in;

    Echo(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        out = socket.getOutputStream();
        in = socket.getInputStream();
    }

    /** Sends {@value #BYTES} bytes and waits for their return. */
    void roundTrip() throws IOException {
        out.write(message, 0, BYTES);
        int read = 0;
        while (read < BYTES) {
            int more = in.read(message, read, BYTES - read);
            if (more < 0) {
                throw new EOFException("echo server hung up: read=" + read + ", is its process alive?");
            }
            read += more;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
