package dev.tollbooth.internal.postgres.wire;

import java.sql.SQLException;
import java.util.Map;

/** A converter of H2's errors to errors for a client: PostgreSQL's SQLSTATE, and a message without the statement. */
public final class H2Errors {

    private static final Map<String, String> STATES = Map.of(
            "42000", PostgresException.SYNTAX,
            "42001", PostgresException.SYNTAX,
            "42S02", "42P01",
            "42S03", "42P01",
            "42S04", "42P01",
            "42S22", "42703",
            "90096", PostgresException.REFUSED,
            "90106", PostgresException.REFUSED,
            "22018", PostgresException.INVALID_TEXT);

    private static final String STATEMENT = "; SQL statement:";
    private static final String HERE = "[*]";
    private static final int STATE_LENGTH = 5;

    private H2Errors() {}

    public static PostgresException of(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        String message = String.valueOf(failure.getMessage());
        int end = message.indexOf(STATEMENT);
        message = end < 0 ? message : message.substring(0, end);
        if (state.startsWith("4200")) {
            return PostgresException.error(PostgresException.SYNTAX, "syntax error" + place(message));
        }
        if (state.equals("90096")) {
            return PostgresException.error(
                    PostgresException.REFUSED,
                    message
                            + ": SELECT and TRUNCATE are granted by table; tollbooth.sql.user=NAME:truncate grants TRUNCATE");
        }
        String mapped = STATES.getOrDefault(state, state.length() == STATE_LENGTH ? state : PostgresException.INTERNAL);
        boolean missing = mapped.equals("42P01") || mapped.equals("42703");
        return PostgresException.error(
                mapped,
                missing
                        ? message
                                + "; the tables are in performance_schema, their columns in information_schema.columns"
                        : message);
    }

    /** Returns the place of a syntax error in words; empty if H2's message has no mark. */
    private static String place(String message) {
        int mark = message.indexOf(HERE);
        if (mark < 0) {
            return "";
        }
        String rest = message.substring(mark + HERE.length()).strip();
        int end = 0;
        while (end < rest.length() && (Character.isLetterOrDigit(rest.charAt(end)) || rest.charAt(end) == '_')) {
            end++;
        }
        String word = rest.substring(0, Math.max(end, Math.min(1, rest.length())));
        return word.isEmpty() || (word.equals("\"") && rest.startsWith("\";"))
                ? " at end of input"
                : " at or near \"" + word + "\"";
    }
}
