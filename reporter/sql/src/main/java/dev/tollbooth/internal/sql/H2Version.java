package dev.tollbooth.internal.sql;

import java.sql.SQLException;
import java.util.Arrays;

/**
 * The version of H2 on the class path.
 *
 * <p>The version is read by reflection before any class that uses H2's internals is loaded, because the internals
 * change between versions. So an error names an unsuitable version, instead of a missing method.
 */
final class H2Version {

    private static final int[] OLDEST = {2, 4};
    private static final String SQL_STATE = "08001";
    private static final String REMEDY = "; put com.h2database:h2:2.5.252 on the class path";

    private H2Version() {}

    /**
     * Checks that a suitable H2 is present.
     *
     * @throws SQLException if H2 is missing or too old
     */
    static void check(ClassLoader loader) throws SQLException {
        int[] found = find(loader);
        if (Arrays.compare(found, OLDEST) < 0) {
            throw new SQLException(
                    "H2 is too old for the SQL tables: version=" + text(found) + ", needed=" + text(OLDEST)
                            + " or newer" + REMEDY,
                    SQL_STATE);
        }
    }

    private static String text(int[] version) {
        return version[0] + "." + version[1];
    }

    private static int[] find(ClassLoader loader) throws SQLException {
        try {
            Class<?> constants = Class.forName("org.h2.engine.Constants", true, loader);
            return new int[] {
                constants.getField("VERSION_MAJOR").getInt(null),
                constants.getField("VERSION_MINOR").getInt(null)
            };
        } catch (ClassNotFoundException e) {
            throw new SQLException("the SQL tables need H2, which is not on the class path" + REMEDY, SQL_STATE, e);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw unfit(e);
        }
    }

    /** Returns the error for an H2 whose internals differ from those that this build expects. */
    static SQLException unfit(Throwable cause) {
        return new SQLException(
                "H2 does not fit the SQL tables: exception=" + cause.getClass().getName() + ", built for=2.4 to 2.5"
                        + REMEDY,
                SQL_STATE,
                cause);
    }
}
