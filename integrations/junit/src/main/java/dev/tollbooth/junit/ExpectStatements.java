package dev.tollbooth.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * An annotation that fails a test whose method executes other statements than expected. On a class it applies to each
 * of its test methods, and to nested classes, unless they have their own.
 *
 * <p>It counts the executions of the test method's thread, and of tasks from {@link StatementScope#handOver(Runnable)}.
 * It does not count executions before and after each test, or in concurrent tests. A batch is one execution. A test
 * that fails by itself reports only its own failure.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@ExtendWith(ExpectStatementsExtension.class)
public @interface ExpectStatements {

    /** The number that stands for no limit. */
    int ANY = -1;

    /** {@return the most executions, {@link #ANY} for no limit} */
    int max() default ANY;

    /** {@return the exact number of executions, {@link #ANY} for any} */
    int exactly() default ANY;

    /** {@return whether a statement with different values counts as a failure (N+1)} */
    boolean noRepetition() default false;

    /** {@return whether a statement with different values in one transaction counts as a failure} */
    boolean noRepetitionInTransaction() default false;
}
