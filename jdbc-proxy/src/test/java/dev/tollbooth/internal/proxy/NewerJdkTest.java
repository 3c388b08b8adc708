package dev.tollbooth.internal.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.jdbc.OwnJvm;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.implementation.FixedValue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a JDK whose {@code java.sql} has methods that the build does not know; the test patches the module. */
@Tag("jdk")
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
        String output = OwnJvm.run(List.of("--patch-module", "java.sql=" + patch), NewerJdkMain.class);
        assertThat(output).contains("addedLater=addedLater(x,7)").contains("addedToo=42");
    }
}
