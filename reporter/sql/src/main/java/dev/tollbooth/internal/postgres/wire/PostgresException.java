package dev.tollbooth.internal.postgres.wire;

import java.io.Serial;

/** An error for a client: an SQLSTATE and one line. It has no stack trace, because any client can cause many errors. */
public final class PostgresException extends Exception {

    public static final String PROTOCOL_VIOLATION = "08P01";
    public static final String WRONG_PASSWORD = "28P01";
    public static final String NO_DATABASE = "3D000";
    public static final String REFUSED = "42501";
    public static final String SYNTAX = "42601";
    public static final String UNSUPPORTED = "0A000";
    public static final String TOO_COMPLEX = "54001";
    public static final String LIMIT = "54000";
    public static final String MEMORY = "53200";
    public static final String TOO_MANY_CONNECTIONS = "53300";
    public static final String CANCELLED = "57014";
    public static final String INVALID_VALUE = "22023";
    public static final String INVALID_TEXT = "22P02";
    public static final String FAILED_TRANSACTION = "25P02";
    public static final String NO_STATEMENT = "26000";
    public static final String NO_PORTAL = "34000";
    public static final String INTERNAL = "XX000";

    @Serial
    private static final long serialVersionUID = 1;

    private static final int LONGEST = 500;

    private final String sqlState;
    private final boolean fatal;

    private PostgresException(String sqlState, String message, boolean fatal) {
        super(oneLine(message), null, false, false);
        this.sqlState = sqlState;
        this.fatal = fatal;
    }

    /** Returns an error that ends the statement. */
    public static PostgresException error(String sqlState, String message) {
        return new PostgresException(sqlState, message, false);
    }

    /** Returns an error that ends the connection. */
    public static PostgresException fatal(String sqlState, String message) {
        return new PostgresException(sqlState, message, true);
    }

    /** Returns the error for a message that violates the protocol. */
    public static PostgresException malformed(String fact) {
        return fatal(PROTOCOL_VIOLATION, fact);
    }

    public String sqlState() {
        return sqlState;
    }

    public boolean isFatal() {
        return fatal;
    }

    /** Returns the message as one line without control characters, of limited length. */
    public String text() {
        return String.valueOf(getMessage());
    }

    private static String oneLine(String message) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < message.length() && line.length() < LONGEST; i++) {
            char c = message.charAt(i);
            line.append(Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? ' ' : c);
        }
        return line.append(message.length() > LONGEST ? "..." : "").toString();
    }
}
