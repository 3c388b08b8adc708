package dev.tollbooth.internal.ru.tidb;

import dev.tollbooth.internal.digest.StatementKind;
import dev.tollbooth.internal.digest.TextDigest;

/** The effect of a statement on TiDB's info about the last statement, and on the transaction, by its normalized text. */
enum TidbStatement {
    /** TiDB tells what it cost; it reads. */
    READ,
    /** TiDB tells what it cost; it may write, of which a transaction's commit bears the cost. */
    WRITE,
    /** TiDB does not tell, or must not be asked: the info stays that of a statement before. */
    SILENT,
    /** As {@link #SILENT}; a transaction begins. */
    BEGIN,
    /** As {@link #SILENT}; a transaction ends, if there is one. */
    END,
    /** As {@link #SILENT}; whether statements commit themselves can't be known from then on. */
    AUTOCOMMIT;

    /** Where joined statements part: normalized texts have spaces around each token. */
    private static final String SEPARATOR = " ; ";

    static TidbStatement of(TextDigest digest) {
        String text = digest.text();
        if (text.contains(SEPARATOR)) {
            // the info is of the last one of them
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

    /** Whether one statement of several may change how those after them commit. */
    private static boolean mayBegin(String text) {
        return text.contains("begin") || text.contains("start transaction") || text.contains("autocommit");
    }

    /** Skips parentheses, and what JDBC writes round a call. */
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

    /** Whether this is told of. */
    boolean isTold() {
        return this == READ || this == WRITE;
    }

    /** Whether drivers may make one statement of a batch of this text: they join lists of values. */
    static boolean mayBeJoined(TextDigest digest) {
        return digest.text().startsWith("insert ") || digest.text().startsWith("replace ");
    }

    /** Whether each member of a batch of this text adds a row: rows affected tell then how many members were joined. */
    static boolean insertsARowEach(TextDigest digest) {
        String text = digest.text();
        return text.startsWith("insert into ")
                && text.contains(" values ")
                && !text.contains("select ")
                && !text.contains("on duplicate key");
    }
}
