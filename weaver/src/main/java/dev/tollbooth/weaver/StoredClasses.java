package dev.tollbooth.weaver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Rewrites a jar with some of its classes stored instead of deflated: an application's start reads them without inflating
 * and with half the garbage. Entries keep their order and times, so that equal jars stay equal.
 */
public final class StoredClasses {

    private StoredClasses() {}

    /**
     * Rewrites in place.
     *
     * @param args the jar, and the prefixes of the names of classes to store
     */
    public static void main(String[] args) throws IOException {
        Path jar = Path.of(args[0]);
        List<String> prefixes = List.of(args).subList(1, args.length);
        Path rewritten = jar.resolveSibling("stored-" + jar.getFileName());
        int stored = 0;
        try (ZipFile from = new ZipFile(jar.toFile());
                ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(rewritten))) {
            for (ZipEntry entry : from.stream().toList()) {
                byte[] bytes = from.getInputStream(entry).readAllBytes();
                ZipEntry copy = new ZipEntry(entry.getName());
                copy.setTimeLocal(entry.getTimeLocal());
                if (entry.getName().endsWith(".class") && prefixes.stream().anyMatch(entry.getName()::startsWith)) {
                    store(copy, bytes);
                    stored++;
                }
                to.putNextEntry(copy);
                to.write(bytes);
                to.closeEntry();
            }
        }
        if (stored == 0) {
            throw new IOException("no class to store in " + jar.getFileName() + " under " + prefixes);
        }
        Files.move(rewritten, jar, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void store(ZipEntry entry, byte[] bytes) {
        CRC32 sum = new CRC32();
        sum.update(bytes);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(bytes.length);
        entry.setCompressedSize(bytes.length);
        entry.setCrc(sum.getValue());
    }
}
