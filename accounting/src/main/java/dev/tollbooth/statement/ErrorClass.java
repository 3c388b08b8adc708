package dev.tollbooth.statement;

import org.jspecify.annotations.Nullable;

/** The class of a failure: the first two characters of its SQLState (ISO 9075), if they are a known class. */
public enum ErrorClass {
    /** No failure. */
    NONE(""),
    /** Warning: some drivers throw it. */
    WARNING("01"),
    /** No data. */
    NO_DATA("02"),
    /** Wrong number or type of parameters. */
    DYNAMIC_SQL("07"),
    /** Connection. */
    CONNECTION("08"),
    /** Not supported. */
    NOT_SUPPORTED("0A"),
    /** Wrong number of values or columns. */
    CARDINALITY("21"),
    /** Bad data. */
    DATA("22"),
    /** Broken constraint. */
    CONSTRAINT("23"),
    /** Wrong cursor state. */
    CURSOR_STATE("24"),
    /** Wrong transaction state. */
    TRANSACTION_STATE("25"),
    /** Wrong user or password. */
    AUTHORIZATION("28"),
    /** Rolled back: deadlock, serialization failure. */
    ROLLBACK("40"),
    /** Syntax, missing table, missing right. */
    SYNTAX_OR_ACCESS("42"),
    /** Resources exhausted. */
    RESOURCES("53"),
    /** A limit of the database. */
    LIMIT("54"),
    /** Wrong state of an object, lock not available. */
    OBJECT_STATE("55"),
    /** Cancelled or ended by an operator. */
    OPERATOR_INTERVENTION("57"),
    /** System error outside the database. */
    SYSTEM("58"),
    /** Timeouts and driver-specific errors (HYxxx, HYT00). */
    GENERAL("HY"),
    /** Raised by the application's own code in the database. */
    RAISED("P0"),
    /** Internal error. */
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
     * @param sqlState five characters; null if the driver gave none
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

    /** {@return the number of this class within this process only; 0 for no error} */
    @SuppressWarnings("EnumOrdinal") // an index of counts in memory, never written anywhere
    public int code() {
        return ordinal();
    }

    /** {@return the two characters of the SQLState, or {@code other}, or {@code not-sql}; empty for {@link #NONE}} */
    public String sqlStateClass() {
        return sqlStateClass;
    }
}
