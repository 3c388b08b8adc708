package dev.tollbooth.agent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.util.Enumeration;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

class ClassFileTest {

    @Test
    void toByteArray_ofEachClassOfADriver_isTheSameBytesWhereNothingIsChanged() throws Exception {
        int classes = 0;
        try (JarFile jar = new JarFile(Class.forName("org.h2.Driver")
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath())) {
            for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
                JarEntry entry = entries.nextElement();
                if (entry.getName().endsWith(".class")) {
                    byte[] bytes = bytes(jar, entry);
                    assertThat(new ClassFile(bytes).toByteArray())
                            .as(entry.getName())
                            .isEqualTo(bytes);
                    classes++;
                }
            }
        }
        assertThat(classes).isGreaterThan(900);
    }

    private static byte[] bytes(JarFile jar, JarEntry entry) throws IOException {
        try (InputStream in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }

    @Test
    void classFile_withAConstantOfAnUnknownKind_isRefused() {
        byte[] ofTheFuture = {0, 0, 0, 0, 0, 0, 0, 99, 0, 2, 99};

        assertThatThrownBy(() -> new ClassFile(ofTheFuture))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("tag=99");
    }
}
