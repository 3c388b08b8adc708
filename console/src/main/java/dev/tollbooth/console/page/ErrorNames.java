package dev.tollbooth.console.page;

import dev.tollbooth.statement.ErrorClass;
import java.util.Locale;

/** What the page calls classes of errors. */
public final class ErrorNames {

    private ErrorNames() {}

    /** Returns the name of a class for people, such as {@code constraint (23)}; one of a later version stays as it is. */
    public static String of(String sqlStateClass) {
        for (ErrorClass each : ErrorClass.values()) {
            if (each.sqlStateClass().equals(sqlStateClass)) {
                String name = each.name().toLowerCase(Locale.ROOT).replace('_', ' ');
                return sqlStateClass.length() == 2 ? name + " (" + sqlStateClass + ")" : name;
            }
        }
        return sqlStateClass;
    }
}
