package dev.tollbooth.reporter.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Keeps a directory's report files below a size by deleting the oldest closed ones, whoever wrote them.
 *
 * <p>Only regular files with a report file's name are looked at. A file is open if its writer, another process, holds a
 * lock on it. Of this process, only files that this object was told of are deleted, since to look at another's lock
 * would release it (POSIX locks belong to the process).
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

    /** Says that this process is done with the file. */
    void closed(Path file) {
        closed.add(file);
    }

    long deletedFiles() {
        return deletedFiles;
    }

    long deletedBytes() {
        return deletedBytes;
    }

    /** Deletes the oldest closed files until those that are left are small enough, or none is left to delete. */
    void enforce() throws IOException {
        List<Kept> files = files();
        long total = 0;
        for (Kept file : files) {
            total += file.size;
        }
        for (Kept file : files) {
            if (total <= maxTotalSize) {
                return;
            }
            if (delete(file)) {
                total -= file.size;
                deletedFiles++;
                deletedBytes += file.size;
            }
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
                        // deleted by another process meanwhile
                    }
                });
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        files.sort(Comparator.comparing((Kept file) -> file.name.start()).thenComparing(file -> file.name.toString()));
        return files;
    }

    private boolean delete(Kept file) {
        if (process.wrote(file.name)) {
            return closed.remove(file.path) && deleted(file.path);
        }
        try (FileChannel channel = FileChannel.open(file.path, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                FileLock lock = channel.tryLock()) {
            return lock != null && deleted(file.path);
        } catch (IOException | OverlappingFileLockException e) {
            // another user's, gone already, or a file system without locks
            return false;
        }
    }

    private static boolean deleted(Path file) {
        try {
            return Files.deleteIfExists(file);
        } catch (IOException e) {
            return false;
        }
    }
}
