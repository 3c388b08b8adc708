package dev.tollbooth.internal.lexer;

import dev.tollbooth.statement.SqlDialect;
import java.util.Set;

/** The words by which {@link Credentials} finds a password, all in lower case. */
final class CredentialWords {

    /** The scope that a statement's first words give to the rest of it. */
    enum Scope {
        /** No word has been read. */
        FIRST,
        /** Queries and changes of rows, whose names no rule examines. */
        ROWS,
        /** CREATE or ALTER before the kind of object. */
        KIND,
        /** Tables and similar objects, in which {@code password} is a column. */
        STRUCTURE,
        /** Users and all other objects. */
        ANY,
        ADMINISTER,
        ATTACH,
        CALL,
        /** A body in another language, after AS. */
        CODE,
        CONNECT,
        /** Db2's cursor declaration, which may name a user of another database. */
        DECLARE,
        EXECUTE,
        /** Grants and similar statements, in which all words may be names. */
        GRANT,
        /** ClickHouse's INSERT, which may end with rows in any format. */
        INSERT,
        PRAGMA,
        SET
    }

    /** The parts of names of options with secret values. */
    private static final Set<String> PARTS =
            words("password passwd passphrase pwd secret credential token api_key apikey access_key accesskey "
                    + "private_key account_key master_key encryption_key sas_key shared_key key_id");

    private static final Set<String> PROCEDURES = words("user password login secret credential key role");

    /** The kinds of objects in whose definition {@code password} is a name. */
    private static final Set<String> STRUCTURES =
            words("table view index materialized type domain sequence procedure proc function package trigger "
                    + "policy rule statistics aggregate operator publication event synonym column schema");

    private static final Set<String> ACCOUNTS = Set.of("user", "role", "login", "server", "group");

    /** The kinds of objects that may have a password in dialects other than MySQL's. */
    private static final Set<String> OTHER_KINDS =
            words("database link subscription mapping credential credentials key certificate keystore secret "
                    + "connection stage system session profile application account catalog collection "
                    + "password jar jars file files archive archives");

    private static final Set<String> OF_PASSWORDS = words(
            "expire history reuse require never default interval policy lifetime null identified account " + "for");

    private static final Set<String> STATEMENTS =
            words("select insert update delete merge with exec execute create alter drop grant set if begin end "
                    + "else while print return truncate use go declare");

    private CredentialWords() {}

    private static Set<String> words(String separatedByBlanks) {
        return Set.of(separatedByBlanks.split(" ", -1));
    }

    /** Returns the scope that a statement's first word gives; FIRST if the next word decides. */
    static Scope scopeOf(String word, SqlDialect dialect) {
        return switch (word) {
            case "select", "insert", "update", "delete", "with", "merge", "replace", "values", "commit", "rollback" ->
                Scope.ROWS;
            case "explain",
                    "analyze",
                    "verbose",
                    "plan",
                    "for",
                    "begin",
                    "desc",
                    "describe",
                    "go",
                    "tran",
                    "transaction" -> Scope.FIRST;
            case "create", "alter", "modify" -> Scope.KIND;
            case "drop", "comment", "prepare", "truncate", "show", "use", "lock" -> Scope.STRUCTURE;
            case "declare" ->
                dialect == SqlDialect.DB2 || dialect == SqlDialect.GENERIC ? Scope.DECLARE : Scope.STRUCTURE;
            case "add" -> dialect == SqlDialect.GENERIC ? Scope.KIND : isMysql(dialect) ? Scope.STRUCTURE : Scope.ANY;
            case "administer" -> Scope.ADMINISTER;
            case "attach" -> Scope.ATTACH;
            case "call" -> Scope.CALL;
            case "connect", "conn", "logon" -> Scope.CONNECT;
            case "copy" ->
                dialect == SqlDialect.ORACLE ? Scope.CONNECT : isMysql(dialect) ? Scope.STRUCTURE : Scope.ANY;
            case "pragma" -> Scope.PRAGMA;
            case "set" -> Scope.SET;
            case "exec", "execute" -> callsWithoutQuotes(dialect) ? Scope.EXECUTE : Scope.ANY;
            case "grant", "revoke", "deny" -> Scope.GRANT;
            case "change", "start", "clone" -> Scope.ANY;
            default -> scopeOfOther(word, dialect);
        };
    }

    /** Returns the scope that a word gives if it begins a statement in few databases, or calls a procedure. */
    private static Scope scopeOfOther(String word, SqlDialect dialect) {
        boolean procedure = word.startsWith("sp_") || word.startsWith("xp_");
        if (procedure && callsWithoutQuotes(dialect)) {
            return Scope.EXECUTE;
        }
        return isMysql(dialect) ? Scope.STRUCTURE : Scope.ANY;
    }

    /**
     * Returns whether a procedure's argument may be an unquoted string, and statements need no semicolon between them.
     */
    static boolean callsWithoutQuotes(SqlDialect dialect) {
        return dialect == SqlDialect.SQLSERVER || dialect == SqlDialect.GENERIC;
    }

    static boolean isMysql(SqlDialect dialect) {
        return DialectFamily.of(dialect) == DialectFamily.MYSQL;
    }

    /** Returns whether another statement, or a password, may follow a word in a change of rows. */
    static boolean wakes(String word) {
        return switch (word) {
            case "identified", "exec", "execute", "create", "alter" -> true;
            default -> false;
        };
    }

    /** Returns whether a statement's first word is a command of a client, not SQL. */
    static boolean isClientCommand(String word, SqlDialect dialect) {
        return switch (word) {
            case "accept", "define", "host" -> dialect == SqlDialect.ORACLE;
            case "dfs" -> dialect == SqlDialect.GENERIC;
            default -> false;
        };
    }

    /** Returns the scope that the kind of the created or altered object gives; KIND if the word is no kind. */
    static Scope scopeOfKind(String word, SqlDialect dialect) {
        if (STRUCTURES.contains(word)) {
            return Scope.STRUCTURE;
        }
        if ((word.equals("java") || word.equals("script")) && !isMysql(dialect)) {
            return Scope.CODE;
        }
        if (ACCOUNTS.contains(word)) {
            return Scope.ANY;
        }
        if (OTHER_KINDS.contains(word)) {
            return isMysql(dialect) ? Scope.STRUCTURE : Scope.ANY;
        }
        return Scope.KIND;
    }

    /** Returns whether the created or altered object may have a password. */
    static boolean isUser(String word) {
        return word.equals("user") || word.equals("login") || word.equals("role");
    }

    /**
     * Returns whether a name is an option with a secret value. MySQL's own options have quoted values, except the
     * oldest.
     */
    static boolean isSecretOption(String name, SqlDialect dialect) {
        if (isMysql(dialect)) {
            return name.equals("master_password") || name.equals("source_password");
        }
        return hasPart(name, PARTS);
    }

    /** Returns whether a procedure's name shows that it takes passwords. */
    static boolean isSecretProcedure(String name) {
        return hasPart(name, PROCEDURES);
    }

    private static boolean hasPart(String name, Set<String> parts) {
        for (String part : parts) {
            if (name.contains(part)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a word after IDENTIFIED BY or WITH announces another password, or the only one. */
    static boolean announcesFurther(String word, Scope scope) {
        return switch (word) {
            case "by", "as", "using", "replace", "values" -> true;
            case "set" -> scope == Scope.ADMINISTER;
            default -> false;
        };
    }

    /** Returns whether a word after {@code PASSWORD} is a clause about the password, not the password. */
    static boolean continuesPassword(String word) {
        return OF_PASSWORDS.contains(word);
    }

    /** Returns whether a word begins another statement, which needs no semicolon before it. */
    static boolean beginsAnother(String word, Scope scope, SqlDialect dialect) {
        if (!callsWithoutQuotes(dialect)) {
            return false;
        }
        boolean calls = callsProcedure(word, scope, dialect);
        return switch (scope) {
            case SET -> {
                Scope other = scopeOf(word, dialect);
                yield (other == Scope.ROWS && !word.equals("with")) || other == Scope.EXECUTE;
            }
            case STRUCTURE, DECLARE -> calls || word.equals("create") || word.equals("alter");
            case ANY, GRANT -> calls;
            default -> false;
        };
    }

    /** Returns whether EXECUTE calls a procedure: it is also a privilege, and has other uses outside of SQL Server. */
    private static boolean callsProcedure(String word, Scope scope, SqlDialect dialect) {
        return word.equals("exec")
                || (word.equals("execute") && dialect == SqlDialect.SQLSERVER && scope != Scope.GRANT);
    }

    /** Returns whether a password, or a clause about it, can follow a word. */
    static boolean announcesPassword(String word, SqlDialect dialect) {
        return word.equals("password") || (!isMysql(dialect) && (word.equals("passwd") || word.equals("passphrase")));
    }

    /** Returns whether a secret directly follows a word. */
    static boolean announcesSecret(String word, String previous, Scope scope, SqlDialect dialect) {
        return switch (word) {
            case "salt", "hash" -> !isMysql(dialect) && scope == Scope.ANY;
            case "key" -> scope == Scope.ATTACH;
            case "secret" -> scope == Scope.ADMINISTER;
            case "jar", "jars", "file", "files", "archive", "archives" ->
                dialect == SqlDialect.GENERIC && previous.equals("add");
            case "new", "confirm" -> scope == Scope.CONNECT;
            case "using" -> scope == Scope.CONNECT || (!isMysql(dialect) && previous.contains("crypt"));
            default -> false;
        };
    }

    /** Returns whether a word begins the next statement and thus can't be a procedure's argument. */
    static boolean beginsStatement(String word) {
        return STATEMENTS.contains(word);
    }

    /** Returns whether a word in the place of an argument, or after one, is no argument. */
    static boolean followsArgument(String word) {
        return switch (word) {
            case "default", "output", "out", "recompile" -> true;
            default -> false;
        };
    }
}
