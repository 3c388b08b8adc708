package dev.tollbooth.fleet.parquet;

import dev.tollbooth.internal.file.OwnerFiles;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A commit that moves the files of a batch to their places, and removes the files that they replace: all or none.
 *
 * <p>The files are first written to a folder that readers ignore, followed by a list of their places. Then each file on
 * the list is moved to its place, or removed. If an export is killed while it moves files, the next export completes
 * the list. If an export is killed earlier, the directory stays unchanged.
 *
 * <p>One export or compaction at a time writes to a directory.
 *
 * <p>Not thread-safe.
 */
final class Commit implements Closeable {

    private static final String STAGING = ".export";
    private static final String LIST = "moves";
    private static final String LOCK = "lock";
    private static final Set<OpenOption> LOCKED = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    /** The mark in the list for a file to remove, instead of the number of a file to move. */
    private static final String GONE = "-";

    private final Path root;
    private final Path staging;
    private final FileChannel lock;
    private final List<String> moves = new ArrayList<>();

    /**
     * Takes the lock of {@code root}, which is created if missing, until this object is closed or the process ends.
     * Then completes the moves of a killed export, or deletes its temporary files.
     *
     * @throws IOException if another export or compaction holds the lock
     */
    Commit(Path root) throws IOException {
        this.root = root;
        this.staging = OwnerFiles.createDirectories(root.resolve(STAGING));
        Path file = staging.resolve(LOCK);
        this.lock = FileChannel.open(file, LOCKED, OwnerFiles.attributes(file));
        if (!isLocked()) {
            lock.close();
            throw new IOException("another export writes there: directory=" + root + "; wait for its end");
        }
        if (Files.exists(staging.resolve(LIST))) {
            move(Files.readAllLines(staging.resolve(LIST)));
        }
        sweep();
    }

    private boolean isLocked() throws IOException {
        try {
            FileLock held = lock.tryLock();
            return held != null;
        } catch (OverlappingFileLockException e) {
            return false; // held by this process
        }
    }

    /** Adds a file for {@code place} to the list; returns the temporary path to write it to. */
    Path file(Path place) {
        String move = moves.size() + " " + root.relativize(place);
        moves.add(move);
        return staging.resolve(Integer.toString(moves.size() - 1));
    }

    /** Adds the removal of the file at {@code place} to the list. */
    void remove(Path place) {
        moves.add(GONE + " " + root.relativize(place));
    }

    /** Returns the folder for temporary data of the export. */
    Path spill() {
        return staging.resolve("spill");
    }

    /**
     * Moves or removes each file on the list, and then empties the list. Returns the number of moved or removed files.
     */
    int run() throws IOException {
        Path draft = staging.resolve(LIST + ".draft");
        try (Writer out = OwnerFiles.overwriteText(draft)) {
            for (String move : moves) {
                out.write(move + "\n");
            }
        }
        Files.move(draft, staging.resolve(LIST), StandardCopyOption.ATOMIC_MOVE);
        move(moves);
        int moved = moves.size();
        moves.clear();
        return moved;
    }

    private void move(List<String> lines) throws IOException {
        for (String line : lines) {
            int blank = line.indexOf(' ');
            Path from = staging.resolve(line.substring(0, blank));
            Path to = root.resolve(line.substring(blank + 1));
            if (line.startsWith(GONE)) {
                Files.deleteIfExists(to);
            } else if (Files.exists(from)) {
                OwnerFiles.createDirectories(Objects.requireNonNull(to.getParent()));
                OwnerFiles.takePermissions(from, to); // DuckDB follows the umask
                Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        Files.deleteIfExists(staging.resolve(LIST));
    }

    /** Deletes all temporary files except the lock. */
    private void sweep() throws IOException {
        try (Stream<Path> left = Files.walk(staging)) {
            left.filter(Files::isRegularFile)
                    .filter(file -> !file.endsWith(LOCK))
                    .forEach(Commit::delete);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Deletes all temporary files, and lets others write to the directory. */
    @Override
    public void close() throws IOException {
        sweep();
        lock.close();
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
