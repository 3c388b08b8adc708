package dev.tollbooth.integration.ports;

import dev.tollbooth.integration.ports.PortClient.Dialog;
import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Clients that run at once, each on its own thread; close cuts off those that are still running. */
final class Clients implements AutoCloseable {

    /** The sockets by thread, so that a waiting client can be cut off. */
    private static final Map<Thread, Socket> SOCKETS = new ConcurrentHashMap<>();

    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();

    void start(Dialog dialog, int port) {
        Thread thread = new Thread(() -> run(dialog, port), "client");
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    private void run(Dialog dialog, int port) {
        try {
            dialog.with(port);
        } catch (Exception | AssertionError e) {
            failures.add(e);
        } finally {
            SOCKETS.remove(Thread.currentThread());
        }
    }

    /** Has the socket closed when its client, on whose thread this is called, is cut off. */
    static void closeWithThread(Socket socket) {
        SOCKETS.put(Thread.currentThread(), socket);
    }

    /** Waits until all are through, or the time is over. */
    void await(int millis) throws InterruptedException {
        long end = System.nanoTime() + millis * 1_000_000L;
        for (Thread thread : threads) {
            thread.join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
        }
    }

    void assertNoneFailed() {
        for (Throwable failure : failures) {
            throw new AssertionError(failures.size() + " of " + threads.size() + " failed: " + failure, failure);
        }
    }

    @Override
    public void close() throws IOException {
        for (Thread thread : threads) {
            thread.interrupt();
            Socket socket = SOCKETS.get(thread);
            if (socket != null) {
                socket.close();
            }
        }
    }
}
