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
 * A file that is being written: made for its owner alone, locked so that other processes see that it is in use, and
 * whole messages long at any time but within {@link #append}.
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
     * Makes the file.
     *
     * @throws java.nio.file.FileAlreadyExistsException if the name is taken, be it by a link
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

    /** Held until the channel is closed; a file system without locks does without. */
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

    /** Returns whether the name still stands for this file: it may have been deleted, or its directory. */
    boolean isInPlace() {
        try {
            return Objects.equals(
                    key, Files.readAttributes(path, BasicFileAttributes.class).fileKey());
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Writes the message and flushes it to disk; if that fails, cuts the file back to where it was.
     *
     * @throws IOException the failure; {@link #isWhole} tells whether the file can be written on
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
     * Writes and takes back a byte of an empty file.
     *
     * @throws IOException the failure that a report would meet
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

    /** Returns whether the file ends with its last whole message. */
    boolean isWhole() {
        try {
            return channel.isOpen() && channel.size() == size;
        } catch (IOException e) {
            return false;
        }
    }

    /** Closes the file, and deletes it if nothing is in it. */
    @Override
    public void close() throws IOException {
        try (channel) {
            if (size == 0 && isInPlace()) {
                Files.deleteIfExists(path);
            }
        } catch (NoSuchFileException e) {
            // deleted by others meanwhile
        }
    }
}
