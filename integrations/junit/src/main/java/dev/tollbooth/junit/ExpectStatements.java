package dev.tollbooth.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * An annotation that fails a test whose method executes other statements than expected. On a class, it applies to the
 * test methods of the class and of nested classes that lack the annotation.
 *
 * <p>The executions of the test method's thread count, and those of tasks from {@link
 * StatementScope#handOver(Runnable)}. Executions before and after each test, or in concurrent tests, don't count. A
 * batch is one execution. A test that fails by itself reports only its own failure.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@ExtendWith(ExpectStatementsExtension.class)
public @interface ExpectStatements {

    /** The value of an element without a limit. */
    int ANY = -1;

    /** {@return the most allowed executions; {@link #ANY} for no limit} */
    int max() default ANY;

    /** {@return the exact number of expected executions; {@link #ANY} for any number} */
    int exactly() default ANY;

    /** {@return whether the test fails if a statement is executed with different values, as in an N+1} */
    boolean noRepetition() default false;

    /** {@return whether the test fails if a statement is executed with different values in one transaction} */
    boolean noRepetitionInTransaction() default false;
}
