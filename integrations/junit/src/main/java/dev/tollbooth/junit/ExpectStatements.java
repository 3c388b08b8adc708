package dev.tollbooth.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Fails a test whose method executes other statements than it says; on a class it is of each of its test methods, and of nested
 * classes, that have none of their own.
 *
 * <p>It counts what the thread of the test method executes meanwhile, and what {@link StatementScope#handOver(Runnable)} hands
 * over: not what is executed before and after each test, nor what other tests do at the same time. A batch is one execution. A
 * test that fails by itself says why, and nothing else.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@ExtendWith(ExpectStatementsExtension.class)
public @interface ExpectStatements {

    /** In place of a number: there is no such limit. */
    int ANY = -1;

    /** {@return the most executions, {@link #ANY} where their number does not matter} */
    int max() default ANY;

    /** {@return how many executions there are to be, {@link #ANY} where their number does not matter} */
    int exactly() default ANY;

    /** {@return whether no statement may be executed several times with different values: no N+1} */
    boolean noRepetition() default false;

    /** {@return whether no statement may be executed several times with different values in one transaction} */
    boolean noRepetitionInTransaction() default false;
}
