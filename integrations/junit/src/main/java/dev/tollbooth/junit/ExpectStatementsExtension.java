package dev.tollbooth.junit;

import java.lang.reflect.Method;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Holds a test method against its {@link ExpectStatements}. Thread-safe: it keeps nothing. */
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
        Optional<ExpectStatements> found = expected(test);
        if (found.isEmpty()) {
            invocation.proceed();
            return;
        }
        ExpectStatements expected = found.get();
        requireSomething(expected, test.getExecutable());
        StatementScope scope = StatementScope.open();
        try {
            invocation.proceed();
        } finally {
            scope.close();
        }
        String failure = failure(expected, scope.checks());
        if (failure == null && expected.max() != ExpectStatements.ANY && isOfMethod(test)) {
            failure = scope.checks().someWithin(expected.max());
        }
        if (failure != null) {
            throw new AssertionError(failure);
        }
    }

    private static Optional<ExpectStatements> expected(ReflectiveInvocationContext<Method> test) {
        Optional<ExpectStatements> found =
                AnnotationSupport.findAnnotation(test.getExecutable(), ExpectStatements.class);
        for (Class<?> type = test.getTargetClass(); found.isEmpty() && type != null; type = type.getEnclosingClass()) {
            found = AnnotationSupport.findAnnotation(type, ExpectStatements.class);
        }
        return found;
    }

    /** A class may have tests that execute nothing. */
    private static boolean isOfMethod(ReflectiveInvocationContext<Method> test) {
        return AnnotationSupport.isAnnotated(test.getExecutable(), ExpectStatements.class);
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

    private static @Nullable String failure(ExpectStatements expected, StatementChecks checks) {
        String failure = checks.nothingAccounted();
        if (failure == null && expected.exactly() != ExpectStatements.ANY) {
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
        return failure;
    }
}
