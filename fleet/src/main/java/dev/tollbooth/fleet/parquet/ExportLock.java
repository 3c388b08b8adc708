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

/** Lets one export write to a directory at a time; a killed one holds nobody up. */
final class ExportLock implements Closeable {

    static final String NAME = "lock";

    private static final Set<OpenOption> OPTIONS = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);

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
            return null; // by this very process
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
