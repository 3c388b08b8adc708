package dev.tollbooth.integration.network;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A forwarder of connections from a free loopback port to a server's port, which counts the bytes that the client
 * sends.
 */
final class CountingForwarder implements AutoCloseable {
    private static final long FIVE_BYTES = 0xff_ffff_ffffL;
    /** The letter S and the length 4. */
    private static final long SYNC = 0x53_0000_0004L;

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final int serverPort;
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong syncs = new AtomicLong();
    private final List<Thread> threads = new ArrayList<>();

    CountingForwarder(int serverPort) throws IOException {
        this.serverPort = serverPort;
        start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Like {@link #sent}, counts PostgreSQL's Sync messages, each of which is one round trip. */
    long syncs() throws InterruptedException {
        awaitEnd();
        return syncs.getAndSet(0);
    }

    /** Waits until the connections have ended and returns the bytes that their clients sent since the last call. */
    long sent() throws InterruptedException {
        awaitEnd();
        return sent.getAndSet(0);
    }

    private void awaitEnd() throws InterruptedException {
        List<Thread> pumps;
        synchronized (threads) {
            pumps = new ArrayList<>(threads.subList(1, threads.size()));
        }
        for (Thread pump : pumps) {
            pump.join(30_000);
        }
    }

    private void start(Runnable work) {
        Thread thread = new Thread(work, "counting-forwarder");
        thread.setDaemon(true);
        synchronized (threads) {
            threads.add(thread);
        }
        thread.start();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
                start(() -> pump(client, server, sent, syncs));
                start(() -> pump(server, client, new AtomicLong(), new AtomicLong()));
            } catch (IOException e) {
                return; // closed, or the server is gone, which the client sees
            }
        }
    }

    private static void pump(Socket from, Socket to, AtomicLong count, AtomicLong syncs) {
        byte[] buffer = new byte[8192];
        long lastFive = 0;
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                count.addAndGet(n);
                for (int i = 0; i < n; i++) {
                    lastFive = (lastFive << Byte.SIZE | buffer[i] & 0xff) & FIVE_BYTES;
                    if (lastFive == SYNC) {
                        syncs.incrementAndGet();
                    }
                }
                out.write(buffer, 0, n);
                out.flush();
            }
        } catch (IOException e) {
            return; // the other direction has closed the sockets
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
