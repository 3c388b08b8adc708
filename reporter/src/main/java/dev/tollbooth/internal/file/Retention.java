package dev.tollbooth.internal.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A limit on the total size of a directory's report files, including files that other processes write. If a report
 * would exceed the limit, the oldest files are deleted before the report is written.
 *
 * <p>Only regular files with the name of a report file count. Files that may be in use are deleted last: files of this
 * process that this object has not seen closed, and files that another process has locked. A process can't check its
 * own lock, because that would release it: POSIX locks belong to the process. The writer of a deleted file notices the
 * deletion before its next report, and begins another file.
 *
 * <p>Not thread-safe.
 */
final class Retention {

    private record Kept(Path path, ReportFileName name, long size) {}

    private final Path directory;
    private final long maxTotalSize;
    private final WriterProcess process;
    private final Set<Path> closed = new HashSet<>();
    private long deletedFiles;
    private long deletedBytes;

    Retention(Path directory, long maxTotalSize, WriterProcess process) {
        this.directory = directory;
        this.maxTotalSize = maxTotalSize;
        this.process = process;
    }

    /** Records that this process has closed the file. */
    void closed(Path file) {
        closed.add(file);
    }

    long deletedFiles() {
        return deletedFiles;
    }

    long deletedBytes() {
        return deletedBytes;
    }

    /**
     * Deletes the oldest files until {@code bytes} more bytes are within the limit.
     *
     * @param own the file that the caller writes; null if it has none
     * @param alone whether the caller holds the lock of the directory, so that files of others may be deleted even if
     *     they are in use
     * @throws IOException if the limit is still exceeded because some files can't be deleted
     */
    void makeRoom(long bytes, @Nullable Path own, boolean alone) throws IOException {
        List<Kept> files = files();
        long total = bytes;
        for (Kept file : files) {
            total += file.size;
        }
        List<Kept> inUse = new ArrayList<>();
        for (int i = 0; i < files.size() && total > maxTotalSize; i++) {
            Kept file = files.get(i);
            boolean done =
                    process.wrote(file.name) ? closed.contains(file.path) && deleted(file) : deletedUnlessLocked(file);
            if (done) {
                total -= file.size;
            } else {
                inUse.add(file);
            }
        }
        for (int i = 0; i < inUse.size() && total > maxTotalSize; i++) {
            Kept file = inUse.get(i);
            boolean allowed = file.path.equals(own) || (alone && Files.isWritable(file.path));
            total -= allowed && deleted(file) ? file.size : 0;
        }
        if (total > maxTotalSize) {
            throw new IOException("no room for a report within tollbooth.report.max-total-size=" + maxTotalSize
                    + ": bytes=" + bytes + ", files of others=" + (total - bytes));
        }
    }

    private List<Kept> files() throws IOException {
        List<Kept> files = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, "tollbooth-*")) {
            for (Path entry : entries) {
                ReportFileName.parse(entry).ifPresent(name -> {
                    try {
                        BasicFileAttributes facts =
                                Files.readAttributes(entry, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                        if (facts.isRegularFile()) {
                            files.add(new Kept(entry, name, facts.size()));
                        }
                    } catch (IOException e) {
                        // deleted by another process
                    }
                });
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        files.sort(Comparator.comparing((Kept file) -> file.name.start()).thenComparing(file -> file.name.toString()));
        return files;
    }

    private boolean deletedUnlessLocked(Kept file) {
        try (FileChannel channel = FileChannel.open(file.path, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                FileLock lock = channel.tryLock()) {
            return lock != null && deleted(file);
        } catch (IOException | OverlappingFileLockException e) {
            // another user's file, deleted already, or a file system without locks
            return false;
        }
    }

    private boolean deleted(Kept file) {
        try {
            closed.remove(file.path);
            Files.delete(file.path);
            deletedFiles++;
            deletedBytes += file.size;
            return true;
        } catch (NoSuchFileException e) {
            return true; // deleted by another process
        } catch (IOException e) {
            return false;
        }
    }
}
