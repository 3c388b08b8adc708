package dev.tollbooth.internal.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OwnerFilesTest {

    @TempDir
    private Path directory;

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private static Path withPermissions(Path file, String permissions) throws IOException {
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    private static void write(Path file, String text) throws IOException {
        try (Writer out = OwnerFiles.overwriteText(file)) {
            out.write(text);
        }
    }

    @Test
    void file_isItsOwnersAlone_andKeepsWhatItsOwnerChoseWhenItIsReplaced() throws IOException {
        Path file = directory.resolve("page.html");
        write(file, "a longer text");
        assertThat(permissions(file)).isEqualTo("rw-------");
        withPermissions(file, "rw-r--r--");
        write(file, "é");
        assertThat(permissions(file)).isEqualTo("rw-r--r--");
        assertThat(file).hasContent("é");
    }

    @Test
    void directories_thatAreMissing_areTheirOwnersAlone() throws IOException {
        Path there = withPermissions(Files.createDirectory(directory.resolve("there")), "rwxr-xr-x");
        Path made = OwnerFiles.createDirectories(there.resolve("a").resolve("b"));
        assertThat(permissions(made)).isEqualTo("rwx------");
        assertThat(permissions(there.resolve("a"))).isEqualTo("rwx------");
        OwnerFiles.createDirectories(there);
        assertThat(permissions(there)).isEqualTo("rwxr-xr-x");
    }

    @Test
    void fileOfAnotherProgram_takesThePermissionsOfWhatItReplaces() throws IOException {
        Path file = withPermissions(Files.createFile(directory.resolve("new")), "rw-rw-rw-");
        Path replaced = directory.resolve("old");
        OwnerFiles.takePermissions(file, replaced);
        assertThat(permissions(file)).isEqualTo("rw-------");
        withPermissions(Files.createFile(replaced), "rw-r-----");
        OwnerFiles.takePermissions(file, replaced);
        assertThat(permissions(file)).isEqualTo("rw-r-----");
    }

    @Test
    void fileSystemWithoutPermissions_doesWithout() throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(directory.resolve("x.zip"), Map.of("create", "true"))) {
            assertThat(zip.supportedFileAttributeViews()).doesNotContain("posix");
            Path made = OwnerFiles.createDirectories(zip.getPath("/a/b"));
            write(made.resolve("file"), "text");
            OwnerFiles.takePermissions(made.resolve("file"), made.resolve("none"));
            OwnerFiles.create(made.resolve("other")).close();
            assertThat(Files.readString(made.resolve("file"))).isEqualTo("text");
        }
    }
}
