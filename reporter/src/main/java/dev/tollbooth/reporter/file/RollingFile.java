package dev.tollbooth.reporter.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A row of files of one kind, of which the last one is written: begun when needed, closed by size and age.
 *
 * <p>Not thread-safe.
 */
final class RollingFile implements Closeable {

    private static final int MAX_NAMES = 1_000;

    private final ReportFileOptions options;
    private final WriterProcess process;
    private final String extension;
    private final LongFunction<byte[]> header;
    private final Retention retention;
    private @Nullable OpenFile file;
    private long begunMillis;
    private long files;

    /**
     * Writes nothing yet.
     *
     * @param header a file's first bytes, by the milliseconds since 1970 at which it begins
     */
    RollingFile(ReportFileOptions options, WriterProcess process, String extension, LongFunction<byte[]> header) {
        this.options = options;
        this.process = process;
        this.extension = extension;
        this.header = header;
        this.retention = new Retention(options.directory(), options.maxTotalSize(), process);
    }

    /**
     * Writes the message to the present file or to a new one, whole or not at all, and flushes it to disk.
     *
     * @throws IOException if that failed: it can be tried again
     */
    void append(byte[] message, long nowMillis) throws IOException {
        OpenFile open = file;
        if (open != null && isDone(open, message.length, nowMillis)) {
            finish(open);
            open = null;
        }
        if (open == null) {
            open = begin(nowMillis);
        }
        if (open.size() == 0) {
            byte[] first = header.apply(begunMillis);
            if (first.length > 0) {
                open.append(first);
            }
        }
        open.append(message);
    }

    /** Deletes the oldest closed files of the directory while all are too large. */
    void deleteOldest() throws IOException {
        retention.enforce();
    }

    private boolean isDone(OpenFile open, int more, long nowMillis) {
        return !open.isInPlace()
                || !open.isWhole()
                || (open.size() > 0 && open.size() + more > options.maxFileSize())
                || nowMillis - begunMillis >= options.maxAge().toMillis();
    }

    private void finish(OpenFile open) {
        file = null;
        retention.closed(open.path());
        try {
            open.close();
        } catch (IOException e) {
            // all of it that counts is on disk already
        }
    }

    private OpenFile begin(long nowMillis) throws IOException {
        Path directory = options.directory();
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory);
        }
        for (long start = nowMillis; ; start++) {
            ReportFileName name = ReportFileName.begun(process.prefix(), options.instance(), start, extension);
            try {
                OpenFile open = OpenFile.create(directory.resolve(name.toString()));
                file = open;
                begunMillis = nowMillis;
                files++;
                return open;
            } catch (FileAlreadyExistsException e) {
                if (start - nowMillis >= MAX_NAMES) {
                    throw e;
                }
            }
        }
    }

    /** Returns how many files were begun. */
    long files() {
        return files;
    }

    long deletedFiles() {
        return retention.deletedFiles();
    }

    long deletedBytes() {
        return retention.deletedBytes();
    }

    @Override
    public void close() {
        OpenFile open = file;
        if (open != null) {
            finish(open);
        }
    }
}
