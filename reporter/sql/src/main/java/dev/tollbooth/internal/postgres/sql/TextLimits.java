package dev.tollbooth.internal.postgres.sql;

import dev.tollbooth.internal.postgres.token.SqlTokenizer;
import dev.tollbooth.internal.postgres.wire.PostgresException;

/**
 * The limits on the texts of a statement: strings and parameters.
 *
 * @param longest the most characters of a text
 * @param longestPattern the most characters of a pattern of LIKE
 * @param wildcards the most % signs of a pattern before its end
 */
public record TextLimits(int longest, int longestPattern, int wildcards) {

    /** The limits for queries that read only live tables, whose rows are metered. */
    static final TextLimits METERED = new TextLimits(SqlTokenizer.LONGEST_LITERAL, 256, 2);

    /** The limits for queries that read only live tables and have LIKE. */
    static final TextLimits METERED_WITH_LIKE = new TextLimits(1 << 10, 256, 2);

    /** The limits for all other queries, because H2 checks their time limit only every 4,096 rows. */
    static final TextLimits UNMETERED = new TextLimits(1 << 10, 64, 1);

    void checkText(String text) throws PostgresException {
        if (text.length() > longest) {
            throw PostgresException.error(
                    PostgresException.LIMIT,
                    "string too long for a statement with LIKE or a sub-select: limit=" + longest + "; shorten it");
        }
    }

    /** Rejects a pattern that is too long, or whose search restarts too often. */
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
