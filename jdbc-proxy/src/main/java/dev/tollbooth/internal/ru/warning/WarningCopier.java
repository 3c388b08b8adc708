package dev.tollbooth.internal.ru.warning;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Copies a driver's warnings: same class where that can be made, message, SQLState, error code and stack trace, without
 * what follows.
 *
 * <p>Not thread-safe: guarded by who has it.
 */
final class WarningCopier {

    /** One way to make another one of a driver's class: by a constructor of what a getter returns. */
    private record Way(Constructor<?> constructor, Method getter) {

        @Nullable
        SQLWarning copy(SQLWarning warning) {
            try {
                return constructor.newInstance(getter.invoke(warning)) instanceof SQLWarning copy
                                && isLike(copy, warning)
                        ? copy
                        : null;
            } catch (ReflectiveOperationException | RuntimeException e) {
                // not that way: another, or a plain warning, takes its place
                return null;
            }
        }

        private static boolean isLike(SQLWarning copy, SQLWarning warning) {
            return Objects.equals(copy.getMessage(), warning.getMessage())
                    && Objects.equals(copy.getSQLState(), warning.getSQLState())
                    && copy.getErrorCode() == warning.getErrorCode();
        }
    }

    /** Looked for once a class: a driver has one or two. */
    private final Map<Class<?>, List<Way>> ways = new HashMap<>(2);

    SQLWarning copy(SQLWarning warning) {
        SQLWarning copy = ofItsClass(warning);
        if (copy == null) {
            copy = new SQLWarning(warning.getMessage(), warning.getSQLState(), warning.getErrorCode());
        }
        copy.setStackTrace(warning.getStackTrace());
        return copy;
    }

    private @Nullable SQLWarning ofItsClass(SQLWarning warning) {
        if (warning.getClass() == SQLWarning.class) {
            return null;
        }
        for (Way way : ways.computeIfAbsent(warning.getClass(), WarningCopier::waysOf)) {
            SQLWarning copy = way.copy(warning);
            if (copy != null) {
                return copy;
            }
        }
        return null;
    }

    private static List<Way> waysOf(Class<?> type) {
        List<Way> found = new ArrayList<>(1);
        for (Constructor<?> constructor : type.getConstructors()) {
            Class<?>[] parameters = constructor.getParameterTypes();
            if (parameters.length != 1 || parameters[0] == String.class || parameters[0] == Throwable.class) {
                continue;
            }
            for (Method getter : type.getMethods()) {
                if (getter.getParameterCount() == 0 && getter.getReturnType() == parameters[0]) {
                    found.add(new Way(constructor, getter));
                }
            }
        }
        return found;
    }
}
