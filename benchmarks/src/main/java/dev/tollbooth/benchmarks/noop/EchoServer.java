package dev.tollbooth.benchmarks.noop;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that sends received bytes back, so that its processor time does not count for the client's process. It ends
 * with its standard input. If one thread serves all connections, none of them is closer to its client than another.
 *
 * <p>Thread-safe.
 */
public final class EchoServer implements AutoCloseable {

    private static final int BACKLOG = 256;

    private final Process process;
    private final int port;

    private EchoServer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts the process with {@code threads}, and waits until it listens. */
    public static EchoServer start(int threads) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        EchoServer.class.getName(),
                        String.valueOf(threads))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        StringBuilder line = new StringBuilder();
        InputStream out = process.getInputStream();
        for (int c = out.read(); c >= '0'; c = out.read()) {
            line.append((char) c);
        }
        if (line.isEmpty()) {
            process.destroy();
            throw new IOException("echo process told no port, see its messages above");
        }
        return new EchoServer(process, Integer.parseInt(line.toString()));
    }

    /** Returns the URL of connections whose executions are one round trip each and return {@code rows}. */
    public String url(int rows) {
        return NoopDriver.PREFIX + rows + ":" + port;
    }

    /** Returns the process id. */
    public long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.destroy();
    }

    /**
     * Runs from the command line: prints the port and echoes until the standard input ends.
     *
     * @param args the number of threads
     */
    public static void main(String[] args) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        System.out.write((server.socket().getLocalPort() + "\n").getBytes(StandardCharsets.US_ASCII));
        System.out.flush();
        List<EchoThread> threads = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            threads.add(new EchoThread());
        }
        threads.forEach(Thread::start);
        Thread accept = new Thread(() -> acceptAll(server, threads), "accept");
        accept.setDaemon(true);
        accept.start();
        while (System.in.read() >= 0) {
            // ignored: nobody writes, so only the end is expected
        }
    }

    private static void acceptAll(ServerSocketChannel server, List<EchoThread> threads) {
        for (int i = 0; true; i = (i + 1) % threads.size()) {
            try {
                threads.get(i).serve(server.accept());
            } catch (IOException e) {
                throw new UncheckedIOException("cannot accept a connection", e);
            }
        }
    }
}
