package dev.tollbooth.junit;

import java.lang.StackWalker.StackFrame;
import java.security.CodeSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The project's own code on a thread's stack. Classes that a build has compiled into a folder are the project's;
 * classes in a jar are not.
 *
 * <p>Immutable.
 *
 * @param inner the frame that called the libraries; null if no frame is the project's
 * @param outer the outermost frame of the project, usually the test's; the same as {@code inner} if there is only one
 */
record CodePlace(
        @Nullable StackTraceElement inner, @Nullable StackTraceElement outer) {

    /** The prefix of JUnit's packages. Frames from JUnit outwards are not the test's. */
    private static final String JUNIT = "org.junit.";

    private static final String THIS_PACKAGE = CodePlace.class.getPackageName();

    static CodePlace ofThisThread() {
        List<StackFrame> own = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.takeWhile(frame -> !frame.getClassName().startsWith(JUNIT))
                        .filter(frame -> isOwn(frame.getDeclaringClass()))
                        .toList());
        return own.isEmpty()
                ? new CodePlace(null, null)
                : new CodePlace(
                        own.get(0).toStackTraceElement(),
                        own.get(own.size() - 1).toStackTraceElement());
    }

    private static boolean isOwn(Class<?> type) {
        String name = type.getName();
        // generated at run time beside a class of the project, but not part of it
        return !type.getPackageName().equals(THIS_PACKAGE)
                && !type.isHidden()
                && !name.contains("$$")
                && !name.contains("$HibernateProxy")
                && isInFolder(type);
    }

    private static boolean isInFolder(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return source != null
                && source.getLocation() != null
                && source.getLocation().getPath().endsWith("/");
    }

    @Override
    public String toString() {
        if (inner == null || outer == null) {
            return "a place outside of the project's folders";
        }
        return inner.getClassName().equals(outer.getClassName()) ? text(inner) : text(inner) + ", from " + text(outer);
    }

    /**
     * Returns the text of a frame without its class loader and module; a lambda has the name of the enclosing method.
     */
    private static String text(StackTraceElement frame) {
        String method = frame.getMethodName();
        String[] lambda = method.startsWith("lambda$") ? method.split("\\$", 3) : new String[] {"", method};
        return frame.getClassName() + "." + lambda[1] + "(" + frame.getFileName() + ":" + frame.getLineNumber() + ")";
    }
}
