package dev.tollbooth.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.process.ForkedJvm;
import dev.tollbooth.jdbc.TollboothDriver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that the public API equals {@code docs/api.txt}, so that each change is on purpose. */
@Tag("check")
class PublicApiIT {

    private static final Path RECORDED = Path.of("../docs/api.txt");

    @Test
    void publicApi_ofTheJar_isAsRecorded() throws Exception {
        String api = PublicSignatures.of(publicTypes());
        if (Boolean.getBoolean("api.record")) {
            Files.writeString(RECORDED, api);
        }
        assertThat(api)
                .as("docs/api.txt: what a user's code may name; -Dapi.record=true records what is new")
                .isEqualTo(Files.readString(RECORDED));
    }

    private static List<Class<?>> publicTypes() throws IOException, ClassNotFoundException {
        List<Class<?>> types = new ArrayList<>();
        try (JarFile jar = new JarFile(ForkedJvm.placeOf(TollboothDriver.class).toFile())) {
            for (JarEntry entry : jar.stream().toList()) {
                String name = entry.getName().replace('/', '.');
                if (name.endsWith(".class")
                        && PublicSignatures.isInPublicPackage(name.substring(0, name.length() - 6))) {
                    Class<?> type = Class.forName(
                            name.substring(0, name.length() - 6), false, TollboothDriver.class.getClassLoader());
                    if (PublicSignatures.isPublic(type)) {
                        types.add(type);
                    }
                }
            }
        }
        return types;
    }
}
