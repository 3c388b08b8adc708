package dev.tollbooth.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Fails a test whose method executes statements that lead to advice, such as an N+1 or inserts one by one. On a class it is of
 * each of its test methods, and of nested classes, that have none of their own.
 *
 * <p>It looks at the same executions as {@link ExpectStatements}. The kinds are {@code n-plus-one}, {@code row-by-row}, {@code
 * commit-each}, {@code validation}, {@code always-fails} and {@code often-fails}. A loop has ten different values or more. A method
 * that executes nothing fails if the annotation is its own.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@ExtendWith(ExpectStatementsExtension.class)
public @interface ExpectNoAdvice {

    /** {@return kinds of advice that don't count, each alone or with a colon and the first digits of a digest} */
    String[] except() default {};
}
