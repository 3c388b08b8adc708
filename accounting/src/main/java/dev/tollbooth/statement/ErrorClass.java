package dev.tollbooth.statement;

import org.jspecify.annotations.Nullable;

/** The class of an error. Most constants stand for the first two characters of an SQLState (ISO 9075). */
public enum ErrorClass {
    /** No failure. */
    NONE(""),
    /** A warning, which some drivers throw. */
    WARNING("01"),
    /** No data was found. */
    NO_DATA("02"),
    /** The parameters have a wrong number or type. */
    DYNAMIC_SQL("07"),
    /** The connection failed. */
    CONNECTION("08"),
    /** The feature is not supported. */
    NOT_SUPPORTED("0A"),
    /** The number of values or columns is wrong. */
    CARDINALITY("21"),
    /** The data are invalid, such as a division by zero. */
    DATA("22"),
    /** A constraint is violated. */
    CONSTRAINT("23"),
    /** The cursor is in the wrong state. */
    CURSOR_STATE("24"),
    /** The transaction is in the wrong state. */
    TRANSACTION_STATE("25"),
    /** The user or the password is wrong. */
    AUTHORIZATION("28"),
    /** The transaction was rolled back, by a deadlock or a serialization failure. */
    ROLLBACK("40"),
    /** The syntax is wrong, a table is missing, or a right is missing. */
    SYNTAX_OR_ACCESS("42"),
    /** Resources of the server are exhausted. */
    RESOURCES("53"),
    /** A limit of the database is exceeded. */
    LIMIT("54"),
    /** An object is in the wrong state, or a lock is not available. */
    OBJECT_STATE("55"),
    /** An operator cancelled or ended the statement. */
    OPERATOR_INTERVENTION("57"),
    /** A system outside of the database failed. */
    SYSTEM("58"),
    /** A timeout, or an error of the driver (HYT00, other HYxxx). */
    GENERAL("HY"),
    /** The application's own code in the database raised the error. */
    RAISED("P0"),
    /** The database has an internal error. */
    INTERNAL("XX"),
    /** A class that is none of these, or an SQLException without SQLState. */
    OTHER("other"),
    /** Not an SQLException: a runtime exception or an error. */
    NOT_SQL("not-sql");

    private static final ErrorClass[] ALL = values();

    private final String sqlStateClass;

    ErrorClass(String sqlStateClass) {
        this.sqlStateClass = sqlStateClass;
    }

    /**
     * {@return the class of an SQLException with {@code sqlState}; {@link #OTHER} if that is null or unknown}
     *
     * @param sqlState the SQLState, five characters; null if the driver gave none
     */
    public static ErrorClass of(@Nullable String sqlState) {
        if (sqlState != null && sqlState.length() >= 2) {
            for (int i = 1; ALL[i] != OTHER; i++) {
                if (sqlState.startsWith(ALL[i].sqlStateClass)) {
                    return ALL[i];
                }
            }
        }
        return OTHER;
    }

    /**
     * {@return the class with {@code code}; {@link #OTHER} for an unknown code}
     *
     * @param code the result of {@link #code} in this process
     */
    public static ErrorClass ofCode(int code) {
        return code >= 0 && code < ALL.length ? ALL[code] : OTHER;
    }

    /** {@return a number for this class, valid only within this process; 0 for {@link #NONE}} */
    @SuppressWarnings("EnumOrdinal") // an index of counts in memory, never written anywhere
    public int code() {
        return ordinal();
    }

    /** {@return the two characters of the SQLState, or {@code other}, or {@code not-sql}; empty for {@link #NONE}} */
    public String sqlStateClass() {
        return sqlStateClass;
    }
}
