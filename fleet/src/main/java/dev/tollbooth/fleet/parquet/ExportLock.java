package dev.tollbooth.fleet.parquet;

import dev.tollbooth.internal.file.OwnerFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A lock that lets one export or compaction at a time write to a directory. The lock ends with its process. */
final class ExportLock implements Closeable {

    static final String NAME = "lock";

    private static final Set<OpenOption> OPTIONS = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);

    private final FileChannel channel;

    private ExportLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes the lock of {@code root}, which is created if missing.
     *
     * @throws IOException if another export or compaction holds the lock
     */
    static ExportLock take(Path root) throws IOException {
        Path file = OwnerFiles.createDirectories(root.resolve(".export")).resolve(NAME);
        FileChannel channel = FileChannel.open(file, OPTIONS, OwnerFiles.attributes(file));
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
            return null; // held by this process
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
