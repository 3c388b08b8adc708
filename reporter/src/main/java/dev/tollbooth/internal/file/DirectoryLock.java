package dev.tollbooth.internal.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A lock of a directory. It lets one writer at a time, across all processes, delete old files or write a report.
 *
 * <p>The locked file is empty and never deleted, because two writers could then lock two different files. The caller
 * continues without the lock if the file system has no locks, another user owns the file, or another writer holds it
 * for too long.
 *
 * <p>Not thread-safe.
 */
final class DirectoryLock implements Closeable {

    static final String FILE = ".tollbooth-lock";

    private static final Set<OpenOption> OPTIONS =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long POLL_MILLIS = 2;

    private final @Nullable FileChannel channel;
    private final boolean held;

    private DirectoryLock(@Nullable FileChannel channel, boolean held) {
        this.channel = channel;
        this.held = held;
    }

    /** Waits for the lock for at most five seconds; {@link #isHeld} says whether this writer has it. */
    static DirectoryLock acquire(Path directory) {
        FileChannel channel = null;
        boolean held = false;
        try {
            Path file = directory.resolve(FILE);
            channel = FileChannel.open(file, OPTIONS, OwnerFiles.attributes(file));
            held = lock(channel);
        } catch (IOException e) {
            // no lock available: a report matters more than the order of writers
        }
        return new DirectoryLock(channel, held);
    }

    /**
     * Tries repeatedly to lock the file; returns whether that succeeded. The JDK's own wait has no timeout, and fails
     * if a thread of this process holds the lock.
     */
    private static boolean lock(FileChannel channel) throws IOException {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!tryLock(channel)) {
            if (System.nanoTime() - end >= 0) {
                return false;
            }
            try {
                Thread.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }

    private static boolean tryLock(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            // held by another instance in this process
            return false;
        }
    }

    boolean isHeld() {
        return held;
    }

    @Override
    public void close() {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                // the lock is gone in any case
            }
        }
    }
}
