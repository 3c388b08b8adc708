package dev.tollbooth.integration.guide;

import dev.tollbooth.integration.process.ForkedJvm;
import dev.tollbooth.jdbc.Tollbooth;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** A compiler of samples against the class path of these tests, which has the published jar. */
final class SampleCompiler {

    /** Tollbooth's public types by simple name; if two have the same name, the one for users. */
    private final Map<String, String> types = new HashMap<>();

    private final Path output;

    SampleCompiler(Path output) throws IOException {
        this.output = output;
        Path jar = ForkedJvm.placeOf(Tollbooth.class);
        try (JarFile entries = new JarFile(jar.toFile())) {
            entries.stream().map(JarEntry::getName).forEach(this::add);
        }
    }

    private void add(String entry) {
        if (!entry.matches("dev/tollbooth/\\w+(/\\w+)*\\.class") || entry.contains("package-info")) {
            return;
        }
        String name = entry.substring(0, entry.length() - ".class".length()).replace('/', '.');
        if (name.startsWith("dev.tollbooth.shaded.") || !isPublic(name)) {
            return;
        }
        types.merge(name.substring(name.lastIndexOf('.') + 1), name, SampleCompiler::forUsers);
    }

    private static String forUsers(String one, String other) {
        return one.contains(".internal.") || one.contains(".proto.") ? other : one;
    }

    private static boolean isPublic(String name) {
        try {
            return Modifier.isPublic(
                    Class.forName(name, false, Tollbooth.class.getClassLoader()).getModifiers());
        } catch (ClassNotFoundException | LinkageError e) {
            return false; // what needs a library that is not here
        }
    }

    JavaSample sample(Block block) {
        return JavaSample.of(block, types);
    }

    /** Compiles all samples at once, and returns the errors of each; empty if it has none. */
    Map<JavaSample, String> errors(List<JavaSample> samples) {
        Map<URI, JavaSample> byPlace = new HashMap<>();
        List<JavaFileObject> sources = new ArrayList<>();
        Map<JavaSample, String> errors = new HashMap<>();
        for (JavaSample sample : samples) {
            JavaFileObject source = new Source(sample);
            sources.add(source);
            byPlace.put(source.toUri(), sample);
            errors.put(sample, "");
        }
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        List<String> options = List.of(
                "-proc:none", "-Xlint:none", "-d", output.toString(), "-cp", System.getProperty("java.class.path"));
        ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, found, options, null, sources)
                .call();
        for (Diagnostic<? extends JavaFileObject> each : found.getDiagnostics()) {
            JavaSample sample = each.getSource() == null
                    ? null
                    : byPlace.get(each.getSource().toUri());
            if (sample != null && each.getKind() == Diagnostic.Kind.ERROR) {
                errors.merge(sample, each + "\n" + sample.source(), String::concat);
            }
        }
        return errors;
    }

    /** A source file in memory. */
    private static final class Source extends SimpleJavaFileObject {

        private final String text;

        Source(JavaSample sample) {
            super(URI.create("string:///" + sample.name() + ".java"), Kind.SOURCE);
            this.text = sample.source();
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
