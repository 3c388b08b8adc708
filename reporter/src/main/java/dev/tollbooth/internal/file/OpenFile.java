package dev.tollbooth.internal.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file that is being written. Only its owner may read it. A lock shows other processes that it is in use, if the file
 * system has locks. The file ends with a whole message, unless a failed {@link #append} could not be undone.
 *
 * <p>Not thread-safe.
 */
final class OpenFile implements Closeable {

    private static final Set<StandardOpenOption> NEW = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

    private final Path path;
    private final FileChannel channel;
    private final @Nullable Object key;
    private long size;

    private OpenFile(Path path, FileChannel channel) throws IOException {
        this.path = path;
        this.channel = channel;
        this.key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }

    /**
     * Creates the file.
     *
     * @throws java.nio.file.FileAlreadyExistsException if the name is taken, even by a link
     */
    static OpenFile create(Path path) throws IOException {
        FileChannel channel = FileChannel.open(path, NEW, OwnerFiles.attributes(path));
        try {
            lock(channel);
            return new OpenFile(path, channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Locks the file until the channel is closed; returns null if it can't be locked. */
    private static @Nullable FileLock lock(FileChannel channel) {
        try {
            return channel.tryLock();
        } catch (IOException e) {
            return null;
        }
    }

    Path path() {
        return path;
    }

    long size() {
        return size;
    }

    /** Returns whether the name still refers to this file: the file or its directory may have been deleted. */
    boolean isInPlace() {
        try {
            return Objects.equals(
                    key, Files.readAttributes(path, BasicFileAttributes.class).fileKey());
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Writes the message and flushes it to disk. If that fails, truncates the file to its size before the message.
     *
     * @throws IOException if it fails; {@link #isWhole} says whether the file can still be used
     */
    void append(byte[] message) throws IOException {
        try {
            ByteBuffer rest = ByteBuffer.wrap(message);
            for (long at = size; rest.hasRemaining(); ) {
                at += channel.write(rest, at);
            }
            channel.force(false);
            size += message.length;
        } catch (IOException e) {
            cutBack(e);
            throw e;
        }
    }

    /**
     * Checks an empty file by writing one byte and removing it.
     *
     * @throws IOException if the byte can't be written or removed
     */
    void check() throws IOException {
        append(new byte[1]);
        size = 0;
        channel.truncate(0);
    }

    private void cutBack(IOException cause) {
        try {
            channel.truncate(size);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    /** Returns whether the file is open and ends with its last whole message. */
    boolean isWhole() {
        try {
            return channel.isOpen() && channel.size() == size;
        } catch (IOException e) {
            return false;
        }
    }

    /** Closes the file, and deletes it if it is empty. */
    @Override
    public void close() throws IOException {
        try (channel) {
            if (size == 0 && isInPlace()) {
                Files.deleteIfExists(path);
            }
        } catch (NoSuchFileException e) {
            // deleted by another process
        }
    }
}
