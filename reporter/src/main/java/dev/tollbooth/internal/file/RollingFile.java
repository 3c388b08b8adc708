package dev.tollbooth.internal.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A sequence of files of one kind. The last file is open for writing, until it is too large or too old.
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
     * Makes a sequence without files.
     *
     * @param header returns the first bytes of a file whose first window begins at a time, seconds since 1970 UTC
     */
    RollingFile(ReportFileOptions options, WriterProcess process, String extension, LongFunction<byte[]> header) {
        this.options = options;
        this.process = process;
        this.extension = extension;
        this.header = header;
        this.retention = new Retention(options.directory(), options.maxTotalSize(), process);
    }

    /** Returns whether a file with this report alone is within the limit of the total size. */
    boolean fits(EncodedReport report) {
        return report.message().length + (long) header.apply(report.startEpochSeconds()).length
                <= options.maxTotalSize();
    }

    /**
     * Writes the whole report to the current file or a new one, and flushes it. First deletes the directory's oldest
     * files if the total would be too large.
     *
     * @throws IOException if the report could not be written; the caller can retry
     */
    void append(EncodedReport report, long nowMillis) throws IOException {
        byte[] message = report.message();
        byte[] first = header.apply(report.startEpochSeconds());
        OwnerFiles.createDirectories(options.directory());
        try (DirectoryLock lock = DirectoryLock.acquire(options.directory())) {
            if (file != null && isDone(file, message.length, nowMillis)) {
                finish(file);
            }
            retention.makeRoom(first.length + (long) message.length, file == null ? null : file.path(), lock.isHeld());
            if (file != null && !file.isInPlace()) {
                finish(file); // the file was among the oldest and was deleted
            }
            OpenFile open = file == null ? begin(nowMillis) : file;
            if (open.size() == 0 && first.length > 0) {
                open.append(first);
            }
            open.append(message);
        }
    }

    /**
     * Checks whether a file can be created and written.
     *
     * @throws IOException if it can't
     */
    void check(long nowMillis) throws IOException {
        OwnerFiles.createDirectories(options.directory());
        try (OpenFile probe = create(nowMillis)) {
            probe.check();
        }
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
            // all complete reports are on disk already
        }
    }

    private OpenFile begin(long nowMillis) throws IOException {
        OpenFile open = create(nowMillis);
        file = open;
        begunMillis = nowMillis;
        files++;
        return open;
    }

    private OpenFile create(long nowMillis) throws IOException {
        for (long start = nowMillis; ; start++) {
            ReportFileName name =
                    ReportFileName.begun(process.prefix(), options.sender().instance(), start, extension);
            try {
                return OpenFile.create(options.directory().resolve(name.toString()));
            } catch (FileAlreadyExistsException e) {
                if (start - nowMillis >= MAX_NAMES) {
                    throw e;
                }
            }
        }
    }

    /** Returns the number of files that were begun. */
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
