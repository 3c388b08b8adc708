package dev.tollbooth.fleet.parquet;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Lets one export write to a directory at a time; a killed one holds nobody up. */
final class ExportLock implements Closeable {

    static final String NAME = "lock";

    private final FileChannel channel;

    private ExportLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes the lock of {@code root}, which is made where it is missing.
     *
     * @throws IOException if another export has it
     */
    static ExportLock take(Path root) throws IOException {
        Path file = Files.createDirectories(root.resolve(".export")).resolve(NAME);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (tried(channel) == null) {
            channel.close();
            throw new IOException("another export writes there: directory=" + root + "; wait for its end");
        }
        return new ExportLock(channel);
    }

    private static @Nullable FileLock tried(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null; // by this very process
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
