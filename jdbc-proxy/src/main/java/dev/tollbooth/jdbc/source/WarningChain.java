package dev.tollbooth.jdbc.source;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.sql.SQLWarning;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Takes warnings out of a chain of a driver's. A link can't be undone, so what is left is a new chain of copies: same
 * classes, messages, SQLStates, error codes, stack traces and order.
 */
final class WarningChain {

    private WarningChain() {}

    /** Returns {@code chain} without those that {@code hidden} names: itself where there are none, null if all are. */
    static @Nullable SQLWarning without(@Nullable SQLWarning chain, Predicate<SQLWarning> hidden) {
        if (!hasAny(chain, hidden)) {
            return chain;
        }
        SQLWarning first = null;
        SQLWarning last = null;
        for (SQLWarning warning = chain; warning != null; warning = warning.getNextWarning()) {
            if (hidden.test(warning)) {
                continue;
            }
            SQLWarning copy = copy(warning);
            if (last == null) {
                first = copy;
            } else {
                last.setNextWarning(copy);
            }
            last = copy;
        }
        return first;
    }

    /** Returns whether {@code chain} has a warning that {@code hidden} names. */
    static boolean hasAny(@Nullable SQLWarning chain, Predicate<SQLWarning> hidden) {
        for (SQLWarning warning = chain; warning != null; warning = warning.getNextWarning()) {
            if (hidden.test(warning)) {
                return true;
            }
        }
        return false;
    }

    private static SQLWarning copy(SQLWarning warning) {
        SQLWarning copy = warning.getClass() == SQLWarning.class ? null : ofItsClass(warning);
        if (copy == null) {
            copy = new SQLWarning(warning.getMessage(), warning.getSQLState(), warning.getErrorCode());
        }
        copy.setStackTrace(warning.getStackTrace());
        return copy;
    }

    /** Makes another one of a driver's class, by a constructor of what a getter returns; null where there is none. */
    private static @Nullable SQLWarning ofItsClass(SQLWarning warning) {
        for (Constructor<?> constructor : warning.getClass().getConstructors()) {
            Class<?>[] parameters = constructor.getParameterTypes();
            if (parameters.length != 1 || parameters[0] == String.class || parameters[0] == Throwable.class) {
                continue;
            }
            for (Method getter : warning.getClass().getMethods()) {
                if (getter.getParameterCount() == 0 && getter.getReturnType() == parameters[0]) {
                    SQLWarning copy = made(constructor, getter, warning);
                    if (copy != null) {
                        return copy;
                    }
                }
            }
        }
        return null;
    }

    private static @Nullable SQLWarning made(Constructor<?> constructor, Method getter, SQLWarning warning) {
        try {
            return constructor.newInstance(getter.invoke(warning)) instanceof SQLWarning copy && isLike(copy, warning)
                    ? copy
                    : null;
        } catch (ReflectiveOperationException | RuntimeException e) {
            // not that way: a plain warning takes its place
            return null;
        }
    }

    private static boolean isLike(SQLWarning copy, SQLWarning warning) {
        return Objects.equals(copy.getMessage(), warning.getMessage())
                && Objects.equals(copy.getSQLState(), warning.getSQLState())
                && copy.getErrorCode() == warning.getErrorCode();
    }
}
