package dev.tollbooth.integration.architecture;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Measures Java sources against the limits of files, methods and constructors, as the JDK's own compiler parses them.
 *
 * <p>A method's lines are all from its first annotation or modifier to its closing brace, an initializer's likewise;
 * its Javadoc is not counted. A record's header, and the canonical constructor that repeats it, may have any number of
 * components: a record is a value whose parts have names. No other constructor may.
 */
public final class SourceSizes {

    /** The most lines of a file. */
    static final int FILE_LINES = 400;
    /** The most lines of a method, less than 40. */
    static final int METHOD_LINES = 39;

    static final int CONSTRUCTOR_PARAMETERS = 8;

    private final Path root;
    private final List<String> violations = new ArrayList<>();

    private SourceSizes(Path root) {
        this.root = root;
    }

    /** Returns the main sources of all modules under {@code root}, in order. */
    public static List<Path> mainSources(Path root) throws IOException {
        List<Path> sources = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                String name = String.valueOf(directory.getFileName());
                if (!directory.equals(root) && (name.equals("target") || name.startsWith("."))) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                if (!directory.endsWith(Path.of("src", "main", "java"))) {
                    return FileVisitResult.CONTINUE;
                }
                try (Stream<Path> files = Files.walk(directory)) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                }
                return FileVisitResult.SKIP_SUBTREE;
            }
        });
        sources.sort(Comparator.naturalOrder());
        return sources;
    }

    /** Returns the faults of {@code sources}, one line each with file, line, size, limit and remedy. */
    static List<String> violations(Path root, List<Path> sources) throws IOException {
        SourceSizes sizes = new SourceSizes(root);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, files, null, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(sources));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree unit : task.parse()) {
                sizes.measure(unit, positions);
            }
        }
        return sizes.violations;
    }

    private void measure(CompilationUnitTree unit, SourcePositions positions) throws IOException {
        Path file = root.relativize(Path.of(unit.getSourceFile().toUri()));
        long lines =
                unit.getSourceFile().getCharContent(true).toString().lines().count();
        if (lines > FILE_LINES) {
            violations.add(file + ":1: file of " + lines + " lines, limit " + FILE_LINES + ": split it by idea");
        }
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitClass(ClassTree type, Void unused) {
                for (Tree member : type.getMembers()) {
                    String place = file + ":" + line(member) + ": ";
                    if (member instanceof MethodTree method) {
                        measure(place, type, method, lines(method));
                    } else if (member instanceof BlockTree) {
                        measure(place + "initializer", lines(member));
                    }
                }
                return super.visitClass(type, unused);
            }

            private long lines(Tree tree) {
                long end = positions.getEndPosition(unit, tree);
                return unit.getLineMap().getLineNumber(end - 1) - line(tree) + 1;
            }

            private long line(Tree tree) {
                return unit.getLineMap().getLineNumber(Math.max(0, positions.getStartPosition(unit, tree)));
            }
        }.scan(unit, null);
    }

    private void measure(String place, ClassTree type, MethodTree method, long lines) {
        boolean constructor = method.getReturnType() == null;
        String what = constructor ? "constructor of " + type.getSimpleName() : "method " + method.getName();
        measure(place + what, lines);
        int parameters = method.getParameters().size();
        if (constructor && parameters > CONSTRUCTOR_PARAMETERS && !isCanonical(type, method)) {
            violations.add(place + what + " with " + parameters + " parameters, limit " + CONSTRUCTOR_PARAMETERS
                    + ": make records of those that belong together; only a record's own components may be more");
        }
    }

    private void measure(String what, long lines) {
        if (lines > METHOD_LINES) {
            violations.add(
                    what + " of " + lines + " lines, limit " + METHOD_LINES + ": take parts with a name out of it");
        }
    }

    /** Returns whether a constructor's parameters are the components of its record, with the same names. */
    private static boolean isCanonical(ClassTree type, MethodTree constructor) {
        return type.getKind() == Tree.Kind.RECORD
                && names(constructor.getParameters().stream())
                        .equals(names(type.getMembers().stream()
                                .filter(VariableTree.class::isInstance)
                                .map(VariableTree.class::cast)
                                .filter(field ->
                                        !field.getModifiers().getFlags().contains(Modifier.STATIC))));
    }

    private static List<String> names(Stream<? extends VariableTree> variables) {
        return variables.map(variable -> variable.getName().toString()).toList();
    }
}
