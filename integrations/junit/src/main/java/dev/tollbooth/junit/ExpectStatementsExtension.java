package dev.tollbooth.junit;

import dev.tollbooth.internal.advice.AdviceKind;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * An interceptor that checks the executions of a test method against the {@link ExpectStatements} and {@link
 * ExpectNoAdvice} of the method or class.
 *
 * <p>Thread-safe: stateless.
 */
final class ExpectStatementsExtension implements InvocationInterceptor {

    @Override
    public void interceptTestMethod(
            Invocation<@Nullable Void> invocation,
            ReflectiveInvocationContext<Method> test,
            ExtensionContext extensionContext)
            throws Throwable {
        hold(invocation, test);
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<@Nullable Void> invocation,
            ReflectiveInvocationContext<Method> test,
            ExtensionContext extensionContext)
            throws Throwable {
        hold(invocation, test);
    }

    private static void hold(Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> test)
            throws Throwable {
        ExpectStatements statements = expected(test, ExpectStatements.class);
        ExpectNoAdvice noAdvice = expected(test, ExpectNoAdvice.class);
        if (statements == null && noAdvice == null) {
            invocation.proceed();
            return;
        }
        if (statements != null) {
            requireSomething(statements, test.getExecutable());
        }
        if (noAdvice != null) {
            requireKinds(noAdvice, test.getExecutable());
        }
        StatementScope scope = StatementScope.open();
        try {
            invocation.proceed();
        } finally {
            scope.close();
        }
        StatementChecks checks = scope.checks();
        String failure = checks.nothingAccounted();
        if (failure == null && statements != null) {
            failure = failure(statements, isOfMethod(test, ExpectStatements.class), checks);
        }
        if (failure == null && noAdvice != null) {
            failure = failure(noAdvice, isOfMethod(test, ExpectNoAdvice.class), checks);
        }
        if (failure != null) {
            throw new AssertionError(failure);
        }
    }

    private static <A extends Annotation> @Nullable A expected(
            ReflectiveInvocationContext<Method> test, Class<A> annotation) {
        Optional<A> found = AnnotationSupport.findAnnotation(test.getExecutable(), annotation);
        for (Class<?> type = test.getTargetClass(); found.isEmpty() && type != null; type = type.getEnclosingClass()) {
            found = AnnotationSupport.findAnnotation(type, annotation);
        }
        return found.orElse(null);
    }

    /**
     * Returns whether the method itself has the annotation. An annotation of the class allows tests without executions.
     */
    private static boolean isOfMethod(
            ReflectiveInvocationContext<Method> test, Class<? extends Annotation> annotation) {
        return AnnotationSupport.isAnnotated(test.getExecutable(), annotation);
    }

    private static void requireSomething(ExpectStatements expected, Method test) {
        if (expected.max() == ExpectStatements.ANY
                && expected.exactly() == ExpectStatements.ANY
                && !expected.noRepetition()
                && !expected.noRepetitionInTransaction()) {
            throw new ExtensionConfigurationException("nothing expected by @ExpectStatements of test=" + test.getName()
                    + "; give it max, exactly, noRepetition or noRepetitionInTransaction");
        }
    }

    private static void requireKinds(ExpectNoAdvice expected, Method test) {
        for (String each : expected.except()) {
            if (!AdviceKind.keys().contains(each.split(":", 2)[0])) {
                throw new ExtensionConfigurationException("unknown kind of advice: except=" + each + ", test="
                        + test.getName() + "; allowed are " + String.join(", ", AdviceKind.keys()));
            }
        }
    }

    private static @Nullable String failure(ExpectStatements expected, boolean isOfMethod, StatementChecks checks) {
        String failure = null;
        if (expected.exactly() != ExpectStatements.ANY) {
            failure = checks.exactly(expected.exactly());
        }
        if (failure == null && expected.max() != ExpectStatements.ANY) {
            failure = checks.atMost(expected.max());
        }
        if (failure == null && expected.noRepetition()) {
            failure = checks.noRepetition();
        }
        if (failure == null && expected.noRepetitionInTransaction()) {
            failure = checks.noRepetitionInTransaction();
        }
        if (failure == null && expected.max() != ExpectStatements.ANY && isOfMethod) {
            failure = checks.someWithin(expected.max());
        }
        return failure;
    }

    private static @Nullable String failure(ExpectNoAdvice expected, boolean isOfMethod, StatementChecks checks) {
        String failure = isOfMethod ? checks.someAdvised() : null;
        return failure == null ? checks.noAdvice(List.of(expected.except())) : failure;
    }
}
