package dev.tollbooth.benchmarks.coldstart;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** An agent that does nothing, to measure the time that any agent adds to a JVM's start. */
public final class EmptyAgent {

    private EmptyAgent() {}

    /**
     * Does nothing.
     *
     * @param arguments ignored
     */
    public static void premain(String arguments) {}

    /** Makes a jar of this agent. */
    static Path jar() throws IOException {
        Path jar = Files.createTempFile("empty-agent", ".jar");
        jar.toFile().deleteOnExit();
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", EmptyAgent.class.getName());
        String name = EmptyAgent.class.getName().replace('.', '/') + ".class";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                InputStream in = EmptyAgent.class.getResourceAsStream("/" + name)) {
            out.putNextEntry(new JarEntry(name));
            out.write(in.readAllBytes());
            out.closeEntry();
        }
        return jar;
    }
}
