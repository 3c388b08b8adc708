package dev.tollbooth.integration.ports;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A wire between well-behaved clients and a port, which distorts the clients' bytes.
 *
 * <p>Thread-safe.
 */
final class FaultyWire implements AutoCloseable {

    private static final int SMALL_BUFFER = 1_024;
    private static final int MUTATED_ONE_OF = 40;

    /**
     * The faults of a wire.
     *
     * @param byteMillis time for each byte that a client sends; 0: none
     * @param answerBytes how much of an answer comes through
     * @param resets whether the connection is reset then, rather than nobody reads on
     * @param mutationSeed of the bytes that are changed on their way to the port; 0: none
     */
    record Fault(int byteMillis, int answerBytes, boolean resets, long mutationSeed) {

        static Fault reset(int answerBytes) {
            return new Fault(0, answerBytes, true, 0);
        }

        static Fault unread(int answerBytes) {
            return new Fault(0, answerBytes, false, 0);
        }

        static Fault slow(int byteMillis) {
            return new Fault(byteMillis, Integer.MAX_VALUE, false, 0);
        }

        static Fault mutation(long seed) {
            return new Fault(0, Integer.MAX_VALUE, false, seed);
        }
    }

    private final ServerSocket server = new ServerSocket(0, 1_024, InetAddress.getLoopbackAddress());
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final int port;
    private final Fault fault;
    private volatile boolean closed;

    FaultyWire(int port, Fault fault) throws IOException {
        this.port = port;
        this.fault = fault;
        start(this::accept);
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "wire");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return server.getLocalPort();
    }

    private void accept() {
        while (!closed) {
            try {
                Socket client = server.accept();
                Socket upstream = new Socket();
                sockets.add(client);
                sockets.add(upstream);
                upstream.setReceiveBufferSize(SMALL_BUFFER);
                upstream.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 10_000);
                start(() -> send(client, upstream));
                start(() -> answer(upstream, client));
            } catch (IOException e) {
                // closed, or the port is
            }
        }
    }

    private void send(Socket client, Socket upstream) {
        Random random = new Random(fault.mutationSeed);
        byte[] buffer = new byte[fault.byteMillis > 0 ? 1 : 8_192];
        try {
            InputStream in = client.getInputStream();
            OutputStream out = upstream.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                for (int i = 0; fault.mutationSeed != 0 && i < n; i++) {
                    buffer[i] ^= (byte) (random.nextInt(MUTATED_ONE_OF) == 0 ? 1 << random.nextInt(8) : 0);
                }
                out.write(buffer, 0, n);
                if (fault.byteMillis > 0) {
                    Thread.sleep(fault.byteMillis);
                }
            }
            upstream.shutdownOutput();
        } catch (IOException | InterruptedException e) {
            end(client, upstream);
        }
    }

    private void answer(Socket upstream, Socket client) {
        byte[] buffer = new byte[8_192];
        int left = fault.answerBytes;
        try {
            InputStream in = upstream.getInputStream();
            OutputStream out = client.getOutputStream();
            while (left > 0) {
                int n = in.read(buffer, 0, Math.min(buffer.length, left));
                if (n < 0) {
                    end(client, upstream);
                    return;
                }
                out.write(buffer, 0, n);
                left -= fault.answerBytes == Integer.MAX_VALUE ? 0 : n;
            }
            if (fault.resets) {
                end(client, upstream);
            }
        } catch (IOException e) {
            end(client, upstream);
        }
    }

    private void end(Socket client, Socket upstream) {
        for (Socket socket : new Socket[] {client, upstream}) {
            sockets.remove(socket);
            try {
                socket.setSoLinger(true, 0); // a reset
                socket.close();
            } catch (IOException e) {
                // closed
            }
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
