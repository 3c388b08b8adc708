package dev.tollbooth.internal.digest;

import dev.tollbooth.internal.lexer.CredentialVerdict;
import dev.tollbooth.internal.lexer.Credentials;
import dev.tollbooth.internal.lexer.SqlLexer;
import dev.tollbooth.internal.lexer.Token;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * A name of a statement for people: its verbs and targets in order of appearance, as OpenTelemetry's {@code
 * db.query.summary} does: {@code SELECT orders order_items}, {@code INSERT orders}, {@code call shop_total}.
 *
 * <p>Case and quotes are those of the first SQL text with this digest. That text is read once more for the summary. The
 * result equals that of OpenTelemetry's agent, except for the statements that {@code summaries.txt} of the tests lists
 * with the reason. Not thread-safe: a summary uses the caller's lexer.
 */
final class Summary {

    /** The most characters that are read; later names don't help people. */
    private static final int MOST_CHARS = 1 << 14;

    private static final int LONGEST_WORD = 16;
    private static final int MOST_COMMON_TABLES = 256;

    // The states: the expected next token.
    private static final int NOTHING = 0;
    private static final int TARGET = 1;
    private static final int OBJECT_KIND = 2;
    private static final int COMMON_TABLE = 3;
    private static final int TRANSACTION = 4;
    private static final int REST_OF_NAME = 5;

    private final SqlLexer lexer;
    private final Credentials credentials;
    /** Whether {@code "x"} may be a string, which must not be shown. */
    private final boolean doubtfulQuotes;

    private final SummaryText text;
    private final SummaryFrames frames = new SummaryFrames();
    private final Set<String> commonTables = new HashSet<>();

    private int expected;
    /** Whether the last token ended a target, or a part of one. */
    private boolean named;
    /** Whether the last token was a dot. */
    private boolean pointed;
    /** The last word in lower case, a parenthesis, or empty. */
    private String previous = "";

    private boolean firstWord = true;
    private String fallback = "";

    private Summary(SqlLexer lexer, Credentials credentials, boolean doubtfulQuotes, boolean masksDigits) {
        this.text = new SummaryText(masksDigits);
        this.lexer = lexer;
        this.credentials = credentials;
        this.doubtfulQuotes = doubtfulQuotes;
    }

    /** Returns the summary of a text; {@code masksDigits} removes the digits of names. */
    static String of(String sql, SqlLexer lexer, Credentials credentials, boolean doubtfulQuotes, boolean masksDigits) {
        return new Summary(lexer, credentials, doubtfulQuotes, masksDigits).make(sql);
    }

    private String make(String sql) {
        lexer.reset(sql);
        credentials.begin();
        frames.clear();
        for (int kind = lexer.advance();
                kind > Token.INVALID && !text.isFull() && lexer.indexInText(lexer.tokenStart) < MOST_CHARS;
                kind = lexer.advance()) {
            if (isShown(kind)) {
                accept(kind);
            }
        }
        return text.isEmpty() ? fallback : text.toString();
    }

    /** Returns whether the token is no part of a password. */
    private boolean isShown(int kind) {
        boolean looks = !credentials.isIdle() || lexer.text[lexer.tokenStart] == ';';
        return !looks || credentials.take(kind) == CredentialVerdict.SHOW;
    }

    private void accept(int kind) {
        char sign = kind == Token.OPERATOR && lexer.pos == lexer.tokenStart + 1 ? lexer.text[lexer.tokenStart] : 0;
        if (sign == '(' || sign == ')') {
            parenthesis(sign);
        } else if (sign == ';') {
            endStatement();
        } else if (!frames.isBeyond()) {
            acceptLooked(kind, sign);
        }
        pointed = sign == '.';
    }

    private void acceptLooked(int kind, char sign) {
        if (named && sign == '.') {
            text.append(lexer.text, lexer.tokenStart, lexer.pos);
            expected = REST_OF_NAME;
        } else if (expected == REST_OF_NAME && (kind == Token.WORD || kind == Token.QUOTED)) {
            text.append(lexer.text, lexer.tokenStart, lexer.pos);
            expected = NOTHING;
        } else {
            boolean behindTarget = named;
            named = false;
            if (behindTarget && frames.verb() == SummaryFrames.DELETE && kind == Token.WORD && lexer.textIs("from")) {
                // DELETE s FROM songs s: the first s was an alias
                text.removeLast();
                expected = TARGET;
            }
            switch (kind) {
                case Token.WORD -> word();
                case Token.QUOTED -> quoted(doubtfulQuotes && lexer.quote == '"');
                case Token.STRING -> quoted(true);
                default -> sign(sign);
            }
        }
    }

    private void sign(char sign) {
        previous = "";
        if (sign == ',') {
            expected = frames.isList() ? TARGET : frames.isWith() ? COMMON_TABLE : NOTHING;
        } else if (expected != OBJECT_KIND) {
            expected = NOTHING;
        }
    }

    private void parenthesis(char sign) {
        if (sign == '(') {
            boolean target = expected == TARGET;
            frames.open(target && frames.isQuery());
            expected = frames.isQuery() ? TARGET : NOTHING;
        } else {
            frames.close();
            expected = NOTHING;
        }
        named = false;
        previous = String.valueOf(sign);
    }

    private void endStatement() {
        frames.clear();
        commonTables.clear();
        text.endStatement();
        expected = NOTHING;
        named = false;
        firstWord = true;
        previous = "";
    }

    private void word() {
        boolean partOfName = pointed || lexer.text[lexer.pos] == '.';
        boolean isLong = lexer.end - lexer.start > LONGEST_WORD;
        String word = partOfName || isLong ? "" : lower();
        switch (expected) {
            case TARGET -> targetWord(word);
            case OBJECT_KIND -> objectKind(word);
            case COMMON_TABLE -> commonTable(word);
            case TRANSACTION -> {
                if (word.equals("transaction")) {
                    add();
                }
                expected = NOTHING;
            }
            default -> keyword(word);
        }
        firstWord = false;
        previous = word;
    }

    private String lower() {
        return new String(lexer.text, lexer.tokenStart, lexer.pos - lexer.tokenStart).toLowerCase(Locale.ROOT);
    }

    /**
     * Handles a quoted name, or a token that is either a name or a string.
     *
     * @param doubtful whether the token may be a string
     */
    private void quoted(boolean doubtful) {
        firstWord = false;
        previous = "";
        if (expected == COMMON_TABLE) {
            commonTable("");
        } else if (expected == TARGET && (!doubtful || isTableInQuotes())) {
            name();
        } else {
            expected = NOTHING;
        }
    }

    /** Returns whether a possible string is in the place of a table, and has only letters, underscores and spaces. */
    private boolean isTableInQuotes() {
        char quote = lexer.text[lexer.tokenStart];
        int last = lexer.pos - 1;
        if (!frames.isQuery() || (quote != '"' && quote != '\'') || lexer.text[last] != quote) {
            return false;
        }
        for (int i = lexer.tokenStart + 1; i < last; i++) {
            char c = lexer.text[i];
            if (!Character.isLetter(c) && c != '_' && c != ' ') {
                return false;
            }
        }
        return last > lexer.tokenStart + 1;
    }

    private void keyword(String word) {
        if (word.equals("select") && frames.verb() != SummaryFrames.MUTE) {
            add();
            frames.begin(SummaryFrames.SELECT);
        } else if (word.equals("with") && frames.verb() != SummaryFrames.SELECT) {
            frames.with();
            expected = COMMON_TABLE;
        } else if (!isVerb(word) || !SummaryVerbs.isKnown(word)) {
            clause(word);
            rememberFirst();
        } else {
            verb(word);
        }
    }

    /** Returns whether the word, if a verb, begins a statement: MySQL has functions of the same names. */
    private boolean isVerb(String word) {
        if (frames.verb() != SummaryFrames.NONE || lexer.text[lexer.pos] == '(') {
            return false;
        } else if (!frames.isOutermost()) {
            return previous.equals("(") && SummaryVerbs.mayFollow(word);
        }
        return firstWord || SummaryVerbs.mayFollow(word);
    }

    private void verb(String word) {
        add();
        if (word.equals("explain")) {
            return;
        }
        frames.begin(SummaryVerbs.frame(word));
        switch (word) {
            case "create", "alter", "drop" -> expected = OBJECT_KIND;
            case "begin", "commit", "rollback" -> expected = TRANSACTION;
            case "grant", "revoke", "show", "values" -> expected = NOTHING;
            default -> expected = TARGET;
        }
        frames.list(word.equals("drop"));
    }

    private void rememberFirst() {
        if (firstWord && fallback.isEmpty() && text.isEmpty()) {
            fallback =
                    new String(lexer.text, lexer.tokenStart, Math.min(lexer.pos - lexer.tokenStart, LONGEST_WORD * 2));
        }
    }

    private void clause(String word) {
        if (!frames.isQuery()) {
            return;
        }
        switch (word) {
            case "from" -> {
                if (!previous.equals("distinct")) {
                    expected = TARGET;
                    frames.list(true);
                }
            }
            case "join", "straight_join" -> expected = frames.isList() ? TARGET : NOTHING;
            case "apply" -> expected = previous.equals("cross") || previous.equals("outer") ? TARGET : NOTHING;
            default -> {
                if (SummaryVerbs.endsTables(word)) {
                    frames.list(false);
                }
            }
        }
    }

    private void targetWord(String word) {
        if (SummaryVerbs.isTableWord(word) && SummaryVerbs.namesTableWord(previous)) {
            add();
        } else if (SummaryVerbs.comesBeforeTarget(word, frames.verb())) {
            return;
        } else if (SummaryVerbs.isNoTarget(word)) {
            expected = NOTHING;
            keyword(word);
        } else {
            name();
        }
    }

    private void objectKind(String word) {
        if (SummaryVerbs.isObjectKind(word)) {
            add();
            expected = TARGET;
        } else if (SummaryVerbs.isWholeObject(word)) {
            add();
            expected = NOTHING;
        } else if (word.equals("as") || word.equals("on")) {
            expected = NOTHING;
        }
    }

    private void commonTable(String word) {
        if (word.equals("recursive")) {
            return;
        }
        expected = NOTHING;
        if (SummaryVerbs.isKnown(word) || word.equals("select")) {
            keyword(word);
        } else if (commonTables.size() < MOST_COMMON_TABLES) {
            commonTables.add(lower());
        }
    }

    /** Adds a target, unless the statement itself defines it as a common table. */
    private void name() {
        expected = NOTHING;
        boolean qualified = lexer.text[lexer.pos] == '.';
        if (!qualified && !commonTables.isEmpty() && commonTables.contains(lower())) {
            return;
        }
        add();
        named = true;
    }

    private void add() {
        text.add(lexer.text, lexer.tokenStart, lexer.pos);
    }
}
