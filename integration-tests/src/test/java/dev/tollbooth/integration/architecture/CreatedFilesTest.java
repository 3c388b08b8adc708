package dev.tollbooth.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that files and directories are created by {@code OwnerFiles}, which makes them readable by their owner only.
 */
@Tag("check")
class CreatedFilesTest {

    /** A call that creates a file or a directory, in Java, DuckDB or Spark. */
    private static final Pattern CREATES = Pattern.compile(
            "\\bFiles\\s*\\.\\s*(write|writeString|newBufferedWriter|newOutputStream|newByteChannel|createFile|createDirectory"
                    + "|createDirectories|createTempFile|createTempDirectory|createLink|createSymbolicLink|copy)\\s*\\("
                    + "|\\b(FileChannel|AsynchronousFileChannel)\\s*\\.\\s*open\\s*\\("
                    + "|\\bnew (FileOutputStream|FileWriter|RandomAccessFile)\\b"
                    + "|\\bnew (PrintWriter|PrintStream|Formatter)\\(\\s*(\"|new File|\\w*(file|path|File|Path)\\b)"
                    + "|\\.(mkdir|mkdirs|createNewFile)\\(|\\bcreateTempFile\\("
                    + "|\\.dumpHeap\\(|\\bCOPY \\(|\\bEXPORT DATABASE\\b|\\.parquet\\(to\\b|\\.parquet\\(folder\\)");

    /** The classes that may create files themselves, with the reason why only the owner can read them. */
    private static final Map<String, String> OTHERS = Map.ofEntries(
            Map.entry("internal/file/OwnerFiles.java", "the one that does"),
            Map.entry("internal/file/OpenFile.java", "with the attributes of OwnerFiles"),
            Map.entry("internal/file/DirectoryLock.java", "with the attributes of OwnerFiles"),
            Map.entry("internal/file/Retention.java", "opens files that are there"),
            Map.entry("internal/file/FileBytes.java", "reads"),
            Map.entry("cli/Main.java", "standard output"),
            Map.entry("fleet/parquet/Commit.java", "with the attributes of OwnerFiles"),
            Map.entry("fleet/parquet/ParquetBatch.java", "in a directory of the owner's; Commit gives it permissions"),
            Map.entry("fleet/parquet/Compaction.java", "in a directory of the owner's; Commit gives it permissions"),
            Map.entry("fleet/query/FleetViews.java", "the JDK's temporary directories are their owner's"),
            Map.entry("fleet/spark/FleetTables.java", "by the umask that FleetApplication sets"));

    @Test
    void mainSources_butForThoseListed_createNoFile() throws IOException {
        TreeSet<String> creating = new TreeSet<>();
        for (Path source : SourceSizes.mainSources(SourceSizesTest.PROJECT)) {
            String name = SourceSizesTest.PROJECT.relativize(source).toString().replace('\\', '/');
            int begin = name.indexOf("/src/main/java/dev/tollbooth/");
            boolean shipped = begin > 0 && !name.startsWith("benchmarks/") && !name.startsWith("samples/");
            if (shipped && CREATES.matcher(Files.readString(source)).find()) {
                creating.add(name.substring(begin + "/src/main/java/dev/tollbooth/".length()));
            }
        }
        assertThat(creating)
                .as("sources that create files: use OwnerFiles, or say why nobody else can read them")
                .isEqualTo(new TreeSet<>(OTHERS.keySet()));
    }
}
