package dev.tollbooth.internal.jmx;

import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.internal.file.OwnerFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;

/** A writer of a picture to a file that a client of the MBean names; only another picture may be replaced. */
final class SvgFile {

    private static final byte[] BEGIN = "<svg ".getBytes(StandardCharsets.US_ASCII);

    private SvgFile() {}

    /**
     * Writes {@code svg} to {@code path}.
     *
     * @return the absolute path
     * @throws IllegalArgumentException if it can't be written; the message has path and reason
     */
    static String write(String path, String svg) {
        try {
            Path file = Path.of(path).toAbsolutePath().normalize();
            if (Files.exists(file) && !isSvg(file)) {
                throw new FileAlreadyExistsException(path, null, "holds no SVG");
            }
            try (Writer out = OwnerFiles.overwriteText(file)) {
                out.write(svg);
            }
            return file.toString();
        } catch (IOException | InvalidPathException | SecurityException e) {
            // the exceptions' own texts repeat the path
            throw new IllegalArgumentException(
                    "could not write the flame graph: path=" + PrintableText.escape(path) + ", reason=" + reason(e)
                            + "; name a new file in a directory that this JVM may write to",
                    e);
        }
    }

    private static boolean isSvg(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(BEGIN.length), BEGIN);
        }
    }

    private static String reason(Exception failure) {
        if (failure instanceof NoSuchFileException) {
            return "no such directory";
        }
        if (failure instanceof FileAlreadyExistsException) {
            return "exists and holds no SVG";
        }
        return failure.getClass().getSimpleName();
    }
}
