package dev.tollbooth.internal.jmx;

import static javax.management.openmbean.SimpleType.LONG;
import static javax.management.openmbean.SimpleType.STRING;

import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.internal.file.OwnerFiles;
import dev.tollbooth.internal.jmx.ExposedInstance.ExposedMemory;
import dev.tollbooth.internal.memory.HeapProfile;
import dev.tollbooth.internal.memory.MemoryStep;
import dev.tollbooth.internal.memory.MemoryTrace;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** The MBean {@code Memory}: the memory of each part, as tables and pictures. */
final class MemoryMBean {

    private static final byte[] SVG_BEGIN = "<svg ".getBytes(StandardCharsets.US_ASCII);

    private record Node(String path, MemoryTrace trace) {}

    private MemoryMBean() {}

    static OpenMBean of(ExposedMemory memory) {
        OpenMBean.Builder bean = OpenMBean.of("Memory", "the memory that Tollbooth itself holds")
                .attribute(
                        "Tracked",
                        "bytes of all parts, calculated",
                        LONG,
                        () -> memory.counted().totalBytes())
                .attribute(
                        "Measured",
                        "bytes of all parts, measured",
                        LONG,
                        () -> memory.counted().totalMeasuredBytes())
                .attribute("Limit", "largest bytes of all parts (memory.limit)", LONG, memory.limit()::limitBytes)
                .table("Tree", "the bytes of each part", tree(), () -> nodes(memory.now()))
                .table("Steps", "the parts that shrink near the limit, in this order", steps(), memory.limit()::steps)
                .table(
                        "HeapProfile",
                        "tracked and measured bytes as of the last period",
                        profiles(),
                        memory.recorder()::last);
        pictures(bean, memory);
        return bean.build();
    }

    private static void pictures(OpenMBean.Builder bean, ExposedMemory memory) {
        bean.query(
                "flameGraph",
                "writes the parts as a flame graph, SVG, to a file on the JVM's machine; returns its path",
                STRING,
                List.of(OpenMBean.text("path", "a new file, or one that holds an SVG, which is replaced")),
                given -> writeSvg((String) given[0], FlameGraph.of(memory.now())));
        picture(bean, memory, "text", "the parts as a tree of text", MemoryText::tree);
        picture(bean, memory, "svg", "the parts as a flame graph, SVG", FlameGraph::of);
        picture(bean, memory, "collapsed", "the parts as collapsed stacks, tracked bytes", MemoryText::collapsed);
    }

    private static void picture(
            OpenMBean.Builder bean,
            ExposedMemory memory,
            String name,
            String what,
            Function<MemoryTrace, String> draw) {
        bean.query(name, what, STRING, List.of(), given -> draw.apply(memory.now()));
    }

    private static OpenTable<Node> tree() {
        return OpenTable.<Node>of("Tree", "the bytes of each part", "path")
                .text("path", "the path of the part in the tree", Node::path)
                .whole(
                        "own",
                        "tracked bytes of the part alone",
                        node -> node.trace().ownBytes())
                .whole(
                        "tracked",
                        "tracked bytes of the part and all parts below",
                        node -> node.trace().totalBytes())
                .whole(
                        "measured",
                        "measured bytes of the part and all parts below; tracked bytes if there is no measurement",
                        node -> node.trace().totalMeasuredBytes())
                .flag(
                        "isMeasured",
                        "whether a part of these bytes is measured",
                        node -> node.trace().isMeasured())
                .flag(
                        "failed",
                        "whether its provider failed",
                        node -> node.trace().isFailed())
                .build();
    }

    private static OpenTable<HeapProfile> profiles() {
        return OpenTable.<HeapProfile>of("HeapProfile", "tracked and measured bytes", "part")
                .text("part", "the part", HeapProfile::part)
                .whole("tracked", "calculated bytes", HeapProfile::trackedBytes)
                .whole("measured", "bytes that are still referenced", HeapProfile::measuredBytes)
                .whole("awaiting", "bytes that await collection, or have leaked", HeapProfile::awaitingBytes)
                .flag(
                        "leakSuspected",
                        "whether such bytes have survived two collections of the old generation",
                        HeapProfile::leakSuspected)
                .build();
    }

    private static OpenTable<MemoryStep> steps() {
        return OpenTable.<MemoryStep>of("Steps", "the parts that shrink near the limit", "step")
                .text("step", "the part", step -> step.step().name())
                .small("order", "1 shrinks first", step -> step.step().order())
                .whole("times", "number of times that the part has shrunk", MemoryStep::times)
                .whole("freed", "bytes that the step has freed", MemoryStep::freedBytes)
                .flag("reduced", "whether the part is reduced now", MemoryStep::reduced)
                .build();
    }

    private static List<Node> nodes(MemoryTrace root) {
        List<Node> nodes = new ArrayList<>();
        add(nodes, "", root);
        return nodes;
    }

    private static void add(List<Node> nodes, String above, MemoryTrace node) {
        String path = above + node.name();
        nodes.add(new Node(path, node));
        node.children().forEach(child -> add(nodes, path + "/", child));
    }

    /**
     * Writes {@code svg} to a file that a client of the MBean names. It replaces no file except another SVG.
     *
     * @return the absolute path
     * @throws IllegalArgumentException if the file can't be written; the message has path and reason
     */
    private static String writeSvg(String path, String svg) {
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
            return Arrays.equals(in.readNBytes(SVG_BEGIN.length), SVG_BEGIN);
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
