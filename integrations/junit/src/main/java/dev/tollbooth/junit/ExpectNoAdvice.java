package dev.tollbooth.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * An annotation that fails a test whose method executes statements that lead to advice, such as an N+1 or inserts one
 * by one. On a class, it applies to the test methods of the class and of nested classes that lack the annotation.
 *
 * <p>The considered executions are those of {@link ExpectStatements}. The kinds are {@code n-plus-one}, {@code
 * row-by-row}, {@code commit-each}, {@code validation}, {@code always-fails} and {@code often-fails}. A loop has ten or
 * more different values. A method with this annotation also fails if it executes nothing.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@ExtendWith(ExpectStatementsExtension.class)
public @interface ExpectNoAdvice {

    /** {@return the ignored kinds of advice, each alone or with a colon and the first digits of a digest} */
    String[] except() default {};
}
