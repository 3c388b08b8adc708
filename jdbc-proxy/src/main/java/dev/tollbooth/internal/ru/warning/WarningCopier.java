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
 * A copier of a driver's warnings without their successors: same class if possible, message, SQLState, error code and
 * stack trace.
 *
 * <p>Not thread-safe: its owner guards it.
 */
final class WarningCopier {

    /** A way to create an object of a driver's class: a constructor that takes the result of a getter. */
    private record Way(Constructor<?> constructor, Method getter) {

        @Nullable
        SQLWarning copy(SQLWarning warning) {
            try {
                return constructor.newInstance(getter.invoke(warning)) instanceof SQLWarning copy
                                && isLike(copy, warning)
                        ? copy
                        : null;
            } catch (ReflectiveOperationException | RuntimeException e) {
                // the next way, or a plain warning, replaces it
                return null;
            }
        }

        private static boolean isLike(SQLWarning copy, SQLWarning warning) {
            return Objects.equals(copy.getMessage(), warning.getMessage())
                    && Objects.equals(copy.getSQLState(), warning.getSQLState())
                    && copy.getErrorCode() == warning.getErrorCode();
        }
    }

    /** The ways of each class, searched once; a driver has one or two classes. */
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
