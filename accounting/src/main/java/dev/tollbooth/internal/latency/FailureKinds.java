package dev.tollbooth.internal.latency;

import dev.tollbooth.statement.ErrorClass;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The kinds of failure of an instance, by the number that entries refer to. The first {@value #MOST} kinds have numbers
 * of their own permanently. All other kinds share the number of their error class.
 *
 * <p>A status code is the driver's error code if it is not 0, else the SQLState. So the status code is a number for
 * MySQL, MariaDB, Oracle and SQL Server, and the SQLState for PostgreSQL, as OpenTelemetry's convention demands.
 *
 * <p>Thread-safe. Finding a known kind takes no lock and allocates nothing.
 */
public final class FailureKinds {

    /** The most kinds with numbers of their own. */
    static final int MOST = 40;

    /** The first number of a kind with a number of its own; lower numbers are codes of {@link ErrorClass}. */
    static final int FIRST = ErrorClass.NOT_SQL.code() + 1;

    /** The number of kinds that an entry can name. */
    public static final int NUMBERS = FIRST + MOST;

    private static final int STATE_LENGTH = 5;

    /** The kinds by number; replaced only by a longer array. */
    private volatile FailureKind[] kinds;

    /** Makes a list with only the shared kinds of the error classes. */
    public FailureKinds() {
        kinds = new FailureKind[FIRST];
        for (ErrorClass errorClass : ErrorClass.values()) {
            kinds[errorClass.code()] = FailureKind.others(errorClass);
        }
    }

    /**
     * Returns the kind of an SQLException.
     *
     * @param state its SQLState; null if the driver gave none
     * @param code its error code; 0 if the driver gave none
     * @param exception the name of its class
     */
    public FailureKind ofSql(@Nullable String state, int code, String exception) {
        ErrorClass errorClass = ErrorClass.of(state);
        if (code != 0) {
            return find(errorClass, code, null);
        }
        return find(errorClass, 0, isState(state) ? state : exception);
    }

    /**
     * Returns the kind of an exception that is no SQLException.
     *
     * @param exception the name of its class
     */
    public FailureKind ofOther(String exception) {
        return find(ErrorClass.NOT_SQL, 0, exception);
    }

    /**
     * Returns whether the driver's text is an SQLState. Other texts could hold anything, and must not become a label.
     */
    private static boolean isState(@Nullable String state) {
        if (state == null || state.length() != STATE_LENGTH) {
            return false;
        }
        for (int i = 0; i < STATE_LENGTH; i++) {
            char c = state.charAt(i);
            if ((c < '0' || c > '9') && (c < 'A' || c > 'Z')) {
                return false;
            }
        }
        return true;
    }

    private FailureKind find(ErrorClass errorClass, int code, @Nullable String type) {
        FailureKind known = known(errorClass, code, type);
        return known == null ? add(errorClass, code, type) : known;
    }

    private @Nullable FailureKind known(ErrorClass errorClass, int code, @Nullable String type) {
        FailureKind[] all = kinds;
        for (int number = FIRST; number < all.length; number++) {
            FailureKind kind = all[number];
            if (kind.vendorCode() == code
                    && kind.errorClass() == errorClass
                    && (type == null || type.equals(kind.type()))) {
                return kind;
            }
        }
        return all.length == NUMBERS ? all[errorClass.code()] : null;
    }

    private synchronized FailureKind add(ErrorClass errorClass, int code, @Nullable String type) {
        FailureKind known = known(errorClass, code, type);
        if (known != null) {
            return known;
        }
        FailureKind[] longer = Arrays.copyOf(kinds, kinds.length + 1);
        boolean isStatus = type == null || isState(type);
        String name = type == null ? Integer.toString(code) : type;
        FailureKind added = new FailureKind(kinds.length, errorClass, name, code, isStatus);
        longer[kinds.length] = added;
        kinds = longer;
        return added;
    }

    /** Returns the kind with {@code number}; if there is none, the kind for all others of {@link ErrorClass#OTHER}. */
    public FailureKind kind(int number) {
        FailureKind[] all = kinds;
        return number >= 0 && number < all.length ? all[number] : all[ErrorClass.OTHER.code()];
    }
}
