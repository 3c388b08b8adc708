package dev.tollbooth.internal.digest;

/** The words that decide what a summary shows: verbs, kinds of objects, and words around targets. */
final class SummaryVerbs {

    private SummaryVerbs() {}

    /** Returns whether the summary shows {@code word} as the verb of a statement that begins with this word. */
    static boolean isKnown(String word) {
        return switch (word) {
            case "insert", "replace", "upsert", "update", "delete", "merge", "call", "exec", "execute" -> true;
            case "create", "alter", "drop", "truncate", "lock", "use", "table", "values", "explain" -> true;
            case "begin", "commit", "rollback", "grant", "revoke", "show" -> true;
            default -> false;
        };
    }

    /** Returns whether the verb may follow other words, after the queries of WITH, or in a query of WITH. */
    static boolean mayFollow(String verb) {
        return switch (verb) {
            case "insert", "update", "delete", "merge", "call", "exec", "execute" -> true;
            default -> false;
        };
    }

    /** Returns the frame that a verb begins, a constant of {@link SummaryFrames}. */
    static int frame(String verb) {
        return switch (verb) {
            case "grant", "revoke", "show" -> SummaryFrames.MUTE;
            case "call" -> SummaryFrames.CALL;
            case "delete" -> SummaryFrames.DELETE;
            default -> SummaryFrames.CHANGE;
        };
    }

    /** Returns whether the word ends the tables of a FROM. */
    static boolean endsTables(String word) {
        return switch (word) {
            case "where", "group", "order", "having", "limit", "window", "qualify", "offset", "fetch", "for" -> true;
            case "union", "intersect", "except", "minus", "into", "returning", "values" -> true;
            default -> false;
        };
    }

    /** Returns whether the word may be between a verb and its target. */
    static boolean comesBeforeTarget(String word, int verb) {
        return switch (word) {
            case "into", "from", "table", "only", "lateral", "if", "not", "exists", "concurrently" -> true;
            case "ignore", "low_priority", "high_priority", "delayed", "quick", "overwrite" -> true;
            case "next", "value", "for" -> verb == SummaryFrames.CALL;
            default -> false;
        };
    }

    /** Returns whether a word in a target's place is no target. */
    static boolean isNoTarget(String word) {
        return switch (word) {
            case "select", "with", "values", "set", "where", "on", "as", "default" -> true;
            default -> false;
        };
    }

    static boolean isTableWord(String word) {
        return word.equals("table") || word.equals("tables");
    }

    /** Returns whether the summary shows TABLE after the verb, as in {@code TRUNCATE TABLE songs}. */
    static boolean namesTableWord(String verb) {
        return verb.equals("truncate") || verb.equals("lock");
    }

    /** Returns whether the word is a kind of object that has a name. */
    static boolean isObjectKind(String word) {
        return switch (word) {
            case "table", "index", "view", "database", "procedure", "function", "trigger", "sequence" -> true;
            case "schema", "user", "role", "type", "extension", "tablespace", "domain" -> true;
            default -> false;
        };
    }

    /** Returns whether the word names an object that exists only once. */
    static boolean isWholeObject(String word) {
        return word.equals("session") || word.equals("system");
    }
}
