package dev.tollbooth.internal.origin;

import java.lang.StackWalker.StackFrame;
import java.util.List;
import java.util.Optional;

/**
 * Finds the place in the application's code that executes: the first frame that is of no library, as
 * {@code shop.Orders.find:42}.
 *
 * <p>Thread-safe: immutable.
 */
final class CallSite {

    /** Where all frames are of libraries. */
    static final String LIBRARY = "(library)";

    /** Beginnings of the names of classes that are not the application's. */
    private static final List<String> LIBRARIES = List.of(
            "dev.tollbooth.",
            "java.",
            "javax.",
            "jakarta.",
            "jdk.",
            "sun.",
            "com.sun.",
            "kotlin.",
            "kotlinx.",
            "scala.",
            "groovy.",
            "org.codehaus.groovy.",
            "org.apache.",
            "org.springframework.",
            "org.hibernate.",
            "org.eclipse.",
            "org.jooq.",
            "org.jdbi.",
            "org.mybatis.",
            "com.baomidou.",
            "com.querydsl.",
            "com.zaxxer.",
            "com.mchange.",
            "com.alibaba.druid.",
            "io.agroal.",
            "io.quarkus.",
            "io.micronaut.",
            "io.micrometer.",
            "io.opentelemetry.",
            "io.netty.",
            "io.undertow.",
            "reactor.",
            "net.bytebuddy.",
            "liquibase.",
            "org.flywaydb.",
            "org.postgresql.",
            "org.h2.",
            "org.mariadb.",
            "com.mysql.",
            "oracle.",
            "com.microsoft.sqlserver.",
            "com.ibm.db2.",
            "org.junit.");

    private static final int DEEPEST = 512;

    private final StackWalker walker = StackWalker.getInstance();

    /** Returns the place that the calling thread executes at. */
    String find() {
        Optional<StackFrame> found = walker.walk(frames -> frames.limit(DEEPEST)
                .filter(frame -> !isLibrary(frame.getClassName()))
                .findFirst());
        return found.map(frame -> frame.getClassName() + "." + frame.getMethodName() + ":" + frame.getLineNumber())
                .orElse(LIBRARY);
    }

    /** Whether a class is of a library, or was made at run time in front of another one, as proxies are. */
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
