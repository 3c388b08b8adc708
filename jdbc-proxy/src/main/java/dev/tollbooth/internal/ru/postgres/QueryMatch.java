package dev.tollbooth.internal.ru.postgres;

import dev.tollbooth.internal.digest.TextDigest;

/**
 * A test of whether a query in a notice belongs to an executed statement. The driver may have rewritten the statement,
 * or the query may be one of several in one string.
 */
final class QueryMatch {

    private static final String BETWEEN_STATEMENTS = " ; ";
    private static final String CALL = "call ";
    private static final String RETURNING = " `returning` ";

    private QueryMatch() {}

    /** Returns whether {@code query} is {@code statement}, a part of it, or a rewritten form of it. */
    static boolean covers(TextDigest statement, TextDigest query) {
        if (statement.equals(query)) {
            return true;
        }
        String whole = statement.text();
        String part = query.text();
        return (isSeveral(statement) && whole.contains(part)) || isWithKeys(whole, part) || isCall(whole, part);
    }

    static boolean isSeveral(TextDigest statement) {
        return statement.text().contains(BETWEEN_STATEMENTS);
    }

    /** Returns whether the driver added {@code RETURNING} for generated keys. */
    private static boolean isWithKeys(String whole, String part) {
        return part.startsWith(whole) && part.startsWith(RETURNING, whole.length());
    }

    /** Returns whether the driver rewrote <code>{? = call f(?)}</code> as {@code select * from f($1) as result}. */
    private static boolean isCall(String whole, String part) {
        int call = whole.startsWith("{") ? whole.indexOf(CALL) : -1;
        if (call < 0) {
            return false;
        }
        int from = call + CALL.length();
        int to = whole.indexOf(' ', from);
        return to > from && part.contains(whole.substring(from, to));
    }

    /**
     * Returns whether the query is the driver's own: it reads the catalog, which {@code statement} does not mention.
     */
    static boolean isDriversOwn(TextDigest statement, TextDigest query) {
        return query.text().contains("pg_catalog") && !statement.text().contains("pg_catalog");
    }
}
