package dev.tollbooth.internal.origin;

import java.lang.StackWalker.StackFrame;
import java.util.Iterator;
import java.util.List;

/**
 * A stack walker that finds the call site of an execution: the first stack frame outside of libraries, as {@code
 * shop.Orders.find:42}.
 *
 * <p>Thread-safe: immutable.
 */
final class CallSite {

    /** The prefix of a name if all frames belong to libraries. */
    static final String LIBRARY = "(library)";

    /** The prefixes of class names that belong to libraries. */
    private static final List<String> LIBRARIES =
            List.of(("dev.tollbooth. java. javax. jakarta. jdk. sun. com.sun. kotlin. kotlinx. scala. groovy. "
                            + "org.codehaus.groovy. org.apache. org.springframework. org.hibernate. org.eclipse. org.jooq. "
                            + "org.jdbi. org.mybatis. com.baomidou. com.querydsl. com.zaxxer. com.mchange. com.alibaba.druid. "
                            + "io.agroal. io.quarkus. io.micronaut. io.micrometer. io.opentelemetry. io.netty. io.undertow. "
                            + "reactor. net.bytebuddy. liquibase. org.flywaydb. org.postgresql. org.h2. org.mariadb. "
                            + "com.mysql. oracle. com.microsoft.sqlserver. com.ibm.db2. org.junit.")
                    .split(" ", -1));

    /** The prefix of the name of a lambda's method; the name of the enclosing method and a number follow. */
    private static final String LAMBDA = "lambda$";

    private static final int DEEPEST = 512;

    private final StackWalker walker = StackWalker.getInstance();

    /**
     * Returns the call site of the calling thread. If all frames belong to libraries, returns {@link #LIBRARY} and the
     * outermost method that is not of the JDK, if there is one.
     */
    String find() {
        return walker.walk(frames -> place(frames.limit(DEEPEST).iterator()));
    }

    private static String place(Iterator<StackFrame> frames) {
        StackFrame outermost = null;
        while (frames.hasNext()) {
            StackFrame frame = frames.next();
            if (!isLibrary(frame.getClassName())) {
                return name(frame) + ":" + frame.getLineNumber();
            }
            if (!isOfJdk(frame.getClassName())) {
                outermost = frame;
            }
        }
        return outermost == null ? LIBRARY : LIBRARY + " " + name(outermost);
    }

    private static boolean isOfJdk(String className) {
        return className.startsWith("java.") || className.startsWith("jdk.") || className.startsWith("sun.");
    }

    /** Returns the name of a frame's method; for a lambda, the name of the enclosing method. */
    private static String name(StackFrame frame) {
        String method = frame.getMethodName();
        int end = method.lastIndexOf('$');
        boolean isLambda = method.startsWith(LAMBDA) && end > LAMBDA.length();
        return frame.getClassName() + "." + (isLambda ? method.substring(LAMBDA.length(), end) : method);
    }

    /** Returns whether a class belongs to a library, or is a proxy generated at run time. */
    static boolean isLibrary(String className) {
        if (className.contains("$$") || className.contains("$Proxy")) {
            return true;
        }
        for (String library : LIBRARIES) {
            if (className.startsWith(library)) {
                return true;
            }
        }
        return false;
    }
}
