package dev.tollbooth.benchmarks.noop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A thread that echoes on some connections.
 *
 * <p>Thread-safe.
 */
final class EchoThread extends Thread {

    private final Selector selector;
    private final Queue<SocketChannel> added = new ConcurrentLinkedQueue<>();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(8 * Echo.BYTES);

    EchoThread() throws IOException {
        super("echo");
        setDaemon(true);
        selector = Selector.open();
    }

    /** Echoes on {@code channel} until its other end closes it. */
    void serve(SocketChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        added.add(channel);
        selector.wakeup();
    }

    @Override
    public void run() {
        try {
            while (true) {
                selector.select(this::echo);
                for (SocketChannel channel = added.poll(); channel != null; channel = added.poll()) {
                    channel.register(selector, SelectionKey.OP_READ);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot wait for what comes", e);
        }
    }

    private void echo(SelectionKey key) {
        SocketChannel channel = (SocketChannel) key.channel();
        try {
            buffer.clear();
            if (channel.read(buffer) < 0) {
                channel.close();
                return;
            }
            buffer.flip();
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        } catch (IOException e) {
            System.err.println("echo connection broken: " + e.getMessage());
            key.cancel();
        }
    }
}
