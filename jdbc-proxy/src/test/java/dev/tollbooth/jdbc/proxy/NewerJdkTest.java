package dev.tollbooth.jdbc.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.implementation.FixedValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JDK whose {@code java.sql} has methods that the build did not know, made by patching the module. */
class NewerJdkTest {

    @Test
    void methodAddedToJavaSql_called_reachesTheDriver(@TempDir Path patch) throws Exception {
        new ByteBuddy()
                .redefine(Connection.class)
                .defineMethod("addedLater", String.class, Visibility.PUBLIC)
                .withParameters(String.class, int.class)
                .intercept(FixedValue.value("the default, which is wrong"))
                .make()
                .saveIn(patch.toFile());
        new ByteBuddy()
                .redefine(Statement.class)
                .defineMethod("addedToo", long.class, Visibility.PUBLIC)
                .withoutCode()
                .make()
                .saveIn(patch.toFile());
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--patch-module",
                        "java.sql=" + patch,
                        "-cp",
                        System.getProperty("java.class.path"),
                        NewerJdkMain.class.getName()))
                .redirectErrorStream(true)
                .redirectOutput(new File(patch.toFile(), "out"))
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        String output = java.nio.file.Files.readString(patch.resolve("out"), StandardCharsets.UTF_8);
        assertThat(output).contains("addedLater=addedLater(x,7)").contains("addedToo=42");
    }
}
