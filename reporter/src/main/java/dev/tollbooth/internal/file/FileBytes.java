package dev.tollbooth.internal.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The bytes of a file by offset, read through one buffer. Bytes that are added after the file was opened are ignored.
 *
 * <p>Not thread-safe.
 */
final class FileBytes implements Closeable {

    private static final int BUFFER = 1 << 16;

    private final FileChannel channel;
    private final long size;
    private final ByteBuffer buffer;
    private long bufferedFrom;

    private FileBytes(FileChannel channel) throws IOException {
        this.channel = channel;
        this.size = channel.size();
        this.buffer = ByteBuffer.allocate((int) Math.min(BUFFER, size)).limit(0);
    }

    static FileBytes open(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        try {
            return new FileBytes(channel);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    long size() {
        return size;
    }

    /** Returns the byte at an offset, 0 to 255; -1 at the end of the file. */
    int at(long offset) throws IOException {
        if (offset >= size) {
            return -1;
        }
        if (offset < bufferedFrom || offset >= bufferedFrom + buffer.limit()) {
            fill(offset);
            if (!buffer.hasRemaining()) {
                return -1; // the file was cut meanwhile
            }
        }
        return buffer.get((int) (offset - bufferedFrom)) & 0xff;
    }

    private void fill(long offset) throws IOException {
        buffer.clear();
        bufferedFrom = offset;
        int read = 0;
        while (buffer.hasRemaining() && read >= 0) {
            read = channel.read(buffer, offset + buffer.position());
        }
        buffer.flip();
    }

    /** Returns whether {@code expected}, or as much of it as the file has room for, is at an offset. */
    boolean mayBeAt(long offset, byte[] expected) throws IOException {
        for (int i = 0; i < expected.length && offset + i < size; i++) {
            if (at(offset + i) != (expected[i] & 0xff)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether the whole of {@code expected} is at an offset. */
    boolean isAt(long offset, byte[] expected) throws IOException {
        return offset + expected.length <= size && mayBeAt(offset, expected);
    }

    /** Returns the first offset of {@code sought} at or after {@code from}; -1 if there is none. */
    long find(byte[] sought, long from) throws IOException {
        for (long offset = from; offset + sought.length <= size; offset++) {
            if (at(offset) == (sought[0] & 0xff) && isAt(offset, sought)) {
                return offset;
            }
        }
        return -1;
    }

    /** Returns {@code length} bytes from an offset on. Bytes that were cut off the file meanwhile are 0. */
    byte[] copy(long offset, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        int read = 0;
        while (bytes.hasRemaining() && read >= 0) {
            read = channel.read(bytes, offset + bytes.position());
        }
        return bytes.array();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
