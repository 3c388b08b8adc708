package dev.tollbooth.internal.latency;

import dev.tollbooth.statement.ErrorClass;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The ways that executions of an instance have failed, by number: entries name them so. The first {@value #MOST} are kept apart, for
 * good, since a number must not mean two things; of all others the class alone is known, whose code is the number.
 *
 * <p>A status code is the driver's error code, where it is not 0, else the SQLState: so MySQL, MariaDB, Oracle and SQL Server
 * have their own numbers, and PostgreSQL its SQLState, as the convention wants.
 *
 * <p>Thread-safe; a known failure takes neither a lock nor memory.
 */
public final class FailureKinds {

    /** So many are kept apart. */
    static final int MOST = 40;

    /** The number of the first that is kept apart; those before are codes of {@link ErrorClass}. */
    static final int FIRST = ErrorClass.NOT_SQL.code() + 1;

    /** The number of kinds that an entry has room for. */
    public static final int NUMBERS = FIRST + MOST;

    private static final int STATE_LENGTH = 5;

    /** By number; only replaced, by a longer one. */
    private volatile FailureKind[] kinds;

    /** None is known yet. */
    public FailureKinds() {
        kinds = new FailureKind[FIRST];
        for (ErrorClass errorClass : ErrorClass.values()) {
            kinds[errorClass.code()] = FailureKind.others(errorClass);
        }
    }

    /**
     * Returns how an SQLException counts.
     *
     * @param state its SQLState; null where the driver gave none
     * @param code its error code; 0 where the driver gave none
     * @param exception name of its class
     */
    public FailureKind ofSql(@Nullable String state, int code, String exception) {
        ErrorClass errorClass = ErrorClass.of(state);
        if (code != 0) {
            return find(errorClass, code, null);
        }
        return find(errorClass, 0, isState(state) ? state : exception);
    }

    /** Returns how an exception of that class counts that is none of SQL's. */
    public FailureKind ofOther(String exception) {
        return find(ErrorClass.NOT_SQL, 0, exception);
    }

    /** A driver may say anything: what is no SQLState would be a label with who knows what in it. */
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

    /** Returns the kind of that number; of one that is none, the others. */
    public FailureKind kind(int number) {
        FailureKind[] all = kinds;
        return number >= 0 && number < all.length ? all[number] : all[ErrorClass.OTHER.code()];
    }
}
