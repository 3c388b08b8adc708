package dev.tollbooth.internal.digest;

/** Whether a statement reads or writes, as far as its verbs tell. */
public enum StatementKind {
    /** Reads and changes nothing: SELECT, SHOW, EXPLAIN; a CALL too, since nobody can tell. */
    READ,
    /** Changes data or schema, whatever it reads beside that. */
    WRITE,
    /** Does neither: SET, BEGIN, COMMIT. */
    OTHER;

    private static final int LONGEST_VERB = 8;
    /** The verbs that may stand inside a query, and what parts statements. */
    private static final String[] IN_QUERIES = {"update", "insert", "delete", "merge", ";"};

    /** Whether it is sure at a glance, without a summary, that a statement with this normalized text only reads. */
    static boolean onlyReads(String normalizedText) {
        if (!normalizedText.startsWith("select ")) {
            return false;
        }
        for (String mark : IN_QUERIES) {
            if (normalizedText.contains(mark)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the kind of a statement with this summary: verbs are in upper case there, targets as they are named. */
    static StatementKind of(String summary) {
        StatementKind kind = OTHER;
        int start = 0;
        while (start < summary.length()) {
            int space = summary.indexOf(' ', start);
            int end = space < 0 ? summary.length() : space;
            if (end - start <= LONGEST_VERB && Character.isUpperCase(summary.charAt(start))) {
                StatementKind ofWord = ofVerb(summary.substring(start, end));
                if (ofWord == WRITE) {
                    return WRITE;
                }
                kind = ofWord == READ ? READ : kind;
            }
            start = end + 1;
        }
        return kind;
    }

    private static StatementKind ofVerb(String verb) {
        return switch (verb) {
            case "INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE", "UPSERT", "LOAD", "IMPORT", "COPY" -> WRITE;
            case "CREATE", "ALTER", "DROP", "TRUNCATE", "RENAME", "GRANT", "REVOKE", "COMMENT" -> WRITE;
            case "SELECT", "WITH", "VALUES", "TABLE", "SHOW", "EXPLAIN", "DESCRIBE", "DESC", "ANALYZE" -> READ;
            case "CALL", "EXEC", "EXECUTE", "FETCH" -> READ;
            default -> OTHER;
        };
    }
}
