package dev.tollbooth.internal.digest;

/** The kind of a statement by its verbs: read, write or other. */
public enum StatementKind {
    /** A statement that changes nothing: SELECT, SHOW, DESCRIBE; also CALL, whose effect is unknown. */
    READ,
    /** A statement that changes data or schema. */
    WRITE,
    /** A statement that neither reads nor changes data or schema: SET, BEGIN, COMMIT. */
    OTHER;

    /** The verbs that may be part of a query, and the separator of statements. */
    private static final String[] IN_QUERIES = {"update", "insert", "delete", "merge", ";"};

    /** Returns whether a quick check shows that this normalized text only reads. */
    private static boolean onlyReads(String normalizedText) {
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

    /** Returns the kind of this normalized text, whose tokens are separated by spaces. */
    public static StatementKind of(String normalizedText) {
        if (onlyReads(normalizedText)) {
            return READ;
        }
        StatementKind kind = OTHER;
        String previous = ";";
        boolean first = true;
        int start = 0;
        while (start < normalizedText.length()) {
            int end = endOfToken(normalizedText, start);
            String token = normalizedText.substring(start, end);
            first |= token.equals(";");
            if (first ? !comesBeforeVerb(token) : mayBeginQuery(previous)) {
                StatementKind ofWord = first ? ofVerb(withoutQuotes(token)) : ofInnerVerb(token);
                if (ofWord == WRITE) {
                    return WRITE;
                }
                kind = ofWord == READ ? READ : kind;
                first = false;
            }
            previous = token;
            start = end + 1;
        }
        return kind;
    }

    private static int endOfToken(String text, int start) {
        int from = text.charAt(start) == '`' ? Math.max(start, text.indexOf("` ", start + 1)) : start;
        int space = text.indexOf(' ', from);
        return space < 0 ? text.length() : space;
    }

    private static String withoutQuotes(String token) {
        boolean quoted = token.length() > 2 && token.startsWith("`") && token.endsWith("`");
        return quoted ? token.substring(1, token.length() - 1) : token;
    }

    private static boolean comesBeforeVerb(String token) {
        return switch (token) {
            case ";", "(", "{", "}", "=", "?", "...", "explain", "analyze" -> true;
            default -> false;
        };
    }

    private static boolean mayBeginQuery(String previous) {
        return previous.equals("(") || previous.equals(")");
    }

    private static StatementKind ofInnerVerb(String word) {
        return switch (word) {
            case "insert", "update", "delete", "merge", "`merge`" -> WRITE;
            case "select" -> READ;
            default -> OTHER;
        };
    }

    private static StatementKind ofVerb(String verb) {
        return switch (verb) {
            case "insert", "update", "delete", "merge", "replace", "upsert", "load", "import", "copy" -> WRITE;
            case "create", "alter", "drop", "truncate", "rename", "grant", "revoke", "comment" -> WRITE;
            case "select", "with", "values", "table", "show", "describe", "desc" -> READ;
            case "call", "exec", "execute", "fetch" -> READ;
            default -> OTHER;
        };
    }
}
