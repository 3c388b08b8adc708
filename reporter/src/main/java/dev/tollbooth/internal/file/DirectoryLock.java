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
 * A lock that lets one writer at a time, across all processes, free room in a directory or write a report.
 *
 * <p>It locks an empty file, which is never deleted, because that would give two holders two files. If no lock is
 * available (a file system without locks, another user's file), or its holder keeps it, the caller continues without
 * it.
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

    /** Waits for the lock, for five seconds at most. */
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

    /** Tries repeatedly, because the system's own wait has no timeout and ignores threads of one process. */
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
