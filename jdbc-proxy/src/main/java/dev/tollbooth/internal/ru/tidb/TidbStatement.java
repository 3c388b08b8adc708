package dev.tollbooth.internal.ru.tidb;

import dev.tollbooth.internal.digest.StatementKind;
import dev.tollbooth.internal.digest.TextDigest;

/**
 * The effect of a statement on TiDB's info about the last statement, and on the transaction, by its normalized text.
 */
enum TidbStatement {
    /** TiDB reports the cost of a statement that reads. */
    READ,
    /** TiDB reports the cost of a statement that may write; in a transaction the commit has the cost. */
    WRITE,
    /** TiDB reports nothing, or must not be asked: its info is still about an earlier statement. */
    SILENT,
    /** TiDB reports nothing, and a transaction begins. */
    BEGIN,
    /** TiDB reports nothing, and a transaction ends, if there is one. */
    END,
    /** TiDB reports nothing, and autocommit is unknown from then on. */
    AUTOCOMMIT;

    /** The separator of joined statements; normalized texts have spaces around each token. */
    private static final String SEPARATOR = " ; ";

    static TidbStatement of(TextDigest digest) {
        String text = digest.text();
        if (text.contains(SEPARATOR)) {
            // the info describes the last one of them
            return mayBegin(text) ? AUTOCOMMIT : SILENT;
        }
        int start = firstLetter(text);
        return ofVerb(verb(text, start), text, digest);
    }

    private static TidbStatement ofVerb(String verb, String text, TextDigest digest) {
        return switch (verb) {
            case "select" -> text.contains("sql_calc_found_rows") ? SILENT : READ;
            case "table", "values" -> READ;
            case "show" -> text.contains("warnings") || text.contains("errors") ? SILENT : READ;
            case "with" -> digest.kind() == StatementKind.WRITE ? WRITE : READ;
            case "insert", "replace", "update", "delete", "call", "execute" -> WRITE;
            case "load" -> text.startsWith("load data") ? WRITE : SILENT;
            case "import" -> WRITE;
            case "begin" -> BEGIN;
            case "start" -> text.startsWith("start transaction") ? BEGIN : SILENT;
            case "commit" -> END;
            case "rollback" -> text.contains(" to ") ? SILENT : END;
            case "create", "alter", "drop", "truncate", "rename" -> END;
            case "set" -> text.contains("autocommit") ? AUTOCOMMIT : SILENT;
            default -> SILENT;
        };
    }

    /** Returns whether one of several statements may change how the following ones commit. */
    private static boolean mayBegin(String text) {
        return text.contains("begin") || text.contains("start transaction") || text.contains("autocommit");
    }

    /** Returns the index of the first letter, behind parentheses and JDBC's syntax of a call. */
    private static int firstLetter(String text) {
        int at = 0;
        while (at < text.length() && " ({?=".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at;
    }

    private static String verb(String text, int start) {
        int end = text.indexOf(' ', start);
        return text.substring(start, end < 0 ? text.length() : end);
    }

    /** Returns whether TiDB reports the cost. */
    boolean isTold() {
        return this == READ || this == WRITE;
    }

    /** Returns whether drivers may join a batch of this text into one statement, as they join lists of values. */
    static boolean mayBeJoined(TextDigest digest) {
        return digest.text().startsWith("insert ") || digest.text().startsWith("replace ");
    }

    /**
     * Returns whether each member of a batch of this text adds a row, so that rows affected show the number of joined
     * members.
     */
    static boolean insertsARowEach(TextDigest digest) {
        String text = digest.text();
        return text.startsWith("insert into ")
                && text.contains(" values ")
                && !text.contains("select ")
                && !text.contains("on duplicate key");
    }
}
