package dev.tollbooth.internal.postgres.sql;

import dev.tollbooth.internal.postgres.token.SqlTokenizer;
import dev.tollbooth.internal.postgres.wire.PostgresException;

/**
 * How long the texts of a statement may be, be they strings or parameters.
 *
 * @param longest characters of a text
 * @param longestPattern characters of a pattern of LIKE
 * @param wildcards signs % of a pattern before its end
 */
public record TextLimits(int longest, int longestPattern, int wildcards) {

    /** For rows of live tables alone, each of which is metered. */
    static final TextLimits METERED = new TextLimits(SqlTokenizer.LONGEST_LITERAL, 256, 2);

    /** The same where patterns are searched for in texts. */
    static final TextLimits METERED_WITH_LIKE = new TextLimits(1 << 10, 256, 2);

    /** For rows of derived tables and {@code information_schema}: H2 looks at its time once in up to 4,096 of them. */
    static final TextLimits UNMETERED = new TextLimits(1 << 10, 64, 1);

    void checkText(String text) throws PostgresException {
        if (text.length() > longest) {
            throw PostgresException.error(
                    PostgresException.LIMIT,
                    "string too long for a statement with LIKE or a sub-select: limit=" + longest + "; shorten it");
        }
    }

    /** Refuses a pattern that is too long, or whose search begins too often again. */
    public void checkPattern(String pattern) throws PostgresException {
        QueryCheck.checkPattern(pattern);
        if (QueryCheck.wildcards(pattern) > wildcards) {
            throw QueryCheck.refused(
                    "pattern with more than one % before its end, in a statement with a sub-select",
                    "use several LIKE, as '%a%' and '%b%'");
        }
        if (pattern.length() > longestPattern) {
            throw PostgresException.error(
                    PostgresException.LIMIT, "pattern too long: limit=" + longestPattern + "; shorten it");
        }
    }
}
