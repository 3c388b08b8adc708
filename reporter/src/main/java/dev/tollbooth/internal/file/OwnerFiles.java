package dev.tollbooth.internal.file;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A factory of files and directories that only their owner may read, because they contain SQL and names of users.
 * Existing files keep their permissions. Without POSIX permissions, a file system's own default applies.
 *
 * <p>Thread-safe: stateless.
 */
public final class OwnerFiles {

    private static final Set<OpenOption> OVERWRITE =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
    private static final Set<OpenOption> CREATE_NEW = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> DIRECTORY = PosixFilePermissions.fromString("rwx------");

    private OwnerFiles() {}

    /** Returns the attributes that make a new file accessible to its owner only; none without POSIX permissions. */
    public static FileAttribute<?>[] attributes(Path file) {
        return attributes(file, FILE);
    }

    private static FileAttribute<?>[] attributes(Path path, Set<PosixFilePermission> permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
                : new FileAttribute<?>[0];
    }

    /**
     * Opens a file for writing, and empties it if it exists.
     *
     * @throws IOException if it can't be written
     */
    public static OutputStream overwrite(Path file) throws IOException {
        return Channels.newOutputStream(Files.newByteChannel(file, OVERWRITE, attributes(file)));
    }

    /**
     * Opens a text file, in UTF-8, for writing, and empties it if it exists.
     *
     * @throws IOException if it can't be written
     */
    public static Writer overwriteText(Path file) throws IOException {
        return new BufferedWriter(new OutputStreamWriter(overwrite(file), StandardCharsets.UTF_8));
    }

    /**
     * Opens a new file for writing.
     *
     * @throws IOException if it can't be written, or exists
     */
    static OutputStream create(Path file) throws IOException {
        return Channels.newOutputStream(Files.newByteChannel(file, CREATE_NEW, attributes(file)));
    }

    /**
     * Creates the directory and its missing parents.
     *
     * @return the directory
     * @throws IOException if that fails
     */
    public static Path createDirectories(Path directory) throws IOException {
        return Files.isDirectory(directory)
                ? directory
                : Files.createDirectories(directory, attributes(directory, DIRECTORY));
    }

    /**
     * Gives {@code file} the permissions of the file {@code replaced}, or those of a new file if {@code replaced}
     * doesn't exist. The caller is about to replace {@code replaced} with {@code file}, which another program has
     * created. Does nothing without POSIX permissions.
     *
     * @throws IOException if that fails
     */
    public static void takePermissions(Path file, Path replaced) throws IOException {
        PosixFileAttributeView view = posix(file);
        PosixFileAttributeView before = Files.exists(replaced) ? posix(replaced) : null;
        if (view != null) {
            view.setPermissions(before == null ? FILE : before.readAttributes().permissions());
        }
    }

    private static @Nullable PosixFileAttributeView posix(Path file) {
        return Files.getFileAttributeView(file, PosixFileAttributeView.class);
    }
}
