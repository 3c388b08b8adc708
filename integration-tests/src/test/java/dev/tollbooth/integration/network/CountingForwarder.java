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

/** Forwards connections on a free loopback port to a server's port and counts the bytes that the client sends. */
final class CountingForwarder implements AutoCloseable {
    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final int serverPort;
    private final AtomicLong sent = new AtomicLong();
    private final List<Thread> threads = new ArrayList<>();

    CountingForwarder(int serverPort) throws IOException {
        this.serverPort = serverPort;
        start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Waits until the connections have ended and returns the bytes that their clients sent since the last call. */
    long sent() throws InterruptedException {
        List<Thread> pumps;
        synchronized (threads) {
            pumps = new ArrayList<>(threads.subList(1, threads.size()));
        }
        for (Thread pump : pumps) {
            pump.join(30_000);
        }
        return sent.getAndSet(0);
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
                start(() -> pump(client, server, sent));
                start(() -> pump(server, client, new AtomicLong()));
            } catch (IOException e) {
                return; // closed, or the server is gone, which the client sees
            }
        }
    }

    private static void pump(Socket from, Socket to, AtomicLong count) {
        byte[] buffer = new byte[8192];
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                count.addAndGet(n);
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
