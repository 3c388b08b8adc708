package dev.tollbooth.accounting.digest;

/**
 * Turns the tokens of a lexer into normalized text: writes names and keywords, replaces literals.
 *
 * <p>What is shared by the dialects is here; subclasses hold the rules of one server. Not thread-safe; reused.
 */
abstract class Reducer {

    private static final byte[] OPERATOR_CLASSES = operatorClasses();

    final SqlLexer lexer;
    final TokenStack stack = new TokenStack();
    private final Keywords keywords = Keywords.INSTANCE;
    private final boolean dropsSemicolon;

    Reducer(SqlLexer lexer, boolean dropsSemicolon) {
        this.lexer = lexer;
        this.dropsSemicolon = dropsSemicolon;
    }

    private static byte[] operatorClasses() {
        byte[] classes = SqlLexer.table(WordClass.OTHER);
        for (String entry : WordClass.WORDS) {
            if (entry.charAt(1) == ' ' && !Character.isLetter(entry.charAt(0))) {
                classes[entry.charAt(0)] = (byte) Integer.parseInt(entry, 2, entry.length(), 10);
            }
        }
        return classes;
    }

    /** Fills the stack with the normalized text of a statement. */
    final void reduce(String sql) {
        stack.clear();
        lexer.reset(sql);
        begin();
        int last = lastSemicolon();
        while (true) {
            int kind = lexer.next();
            if (kind <= Token.INVALID || lexer.tokenStart == last) {
                break;
            }
            accept(kind);
        }
        finish();
    }

    /** Returns the index of a semicolon that ends the text but for white space, or a negative number. */
    private int lastSemicolon() {
        int i = lexer.limit - 1;
        while (i >= 0 && SqlLexer.isSpace(lexer.text[i])) {
            i--;
        }
        return dropsSemicolon && i >= 0 && lexer.text[i] == ';' ? i : -1;
    }

    void begin() {}

    /** Takes the token that the lexer has just read. */
    abstract void accept(int kind);

    void finish() {}

    final void trim() {
        lexer.trim();
        stack.trim();
    }

    /** Returns the keyword flags and the class of the lexer's token. */
    final int lookUp(int kind) {
        SqlLexer lex = lexer;
        if (kind == Token.OPERATOR) {
            return operatorClass(lex.text, lex.start, lex.end);
        } else if (kind == Token.WORD && lex.wordBits >= 128) {
            return lookUpUnicode();
        }
        return keywords.find(lex.text, lex.start, lex.end);
    }

    private static int operatorClass(char[] text, int start, int end) {
        char first = text[start];
        if (end - start == 1) {
            return first < 128 ? OPERATOR_CLASSES[first] : WordClass.OTHER;
        } else if (end - start == 2) {
            if (text[start + 1] == '=' && (first == '<' || first == '>')) {
                return WordClass.COMPARISON;
            } else if (first == ':' && text[start + 1] == ':') {
                return WordClass.CAST_OPERATOR;
            }
        }
        return WordClass.OTHER;
    }

    /** Two letters beyond ASCII have a lower case in it (the Kelvin sign, the dotted I): keywords may hold them. */
    private int lookUpUnicode() {
        int length = lexer.end - lexer.start;
        if (length > 64) {
            return 0;
        }
        char[] lower = new char[length];
        for (int i = 0; i < length; i++) {
            lower[i] = Character.toLowerCase(lexer.text[lexer.start + i]);
        }
        return keywords.find(lower, 0, length);
    }

    /** Whether a word with these flags is written without quotes. */
    final boolean isBare(int flags, boolean afterDot) {
        if ((flags & (Keywords.KEYWORD | Keywords.FUNCTION)) == 0 || afterDot) {
            return false;
        }
        return (flags & Keywords.KEYWORD) != 0 || lexer.text[lexer.pos] == '(';
    }

    final void pushWord(boolean bare, int wordClass) {
        if (!bare) {
            pushQuoted(wordClass);
            return;
        }
        stack.begin((lexer.end - lexer.start) * 3);
        stack.writeLower(lexer.text, lexer.start, lexer.end);
        stack.end(wordClass);
    }

    final void pushQuoted(int wordClass) {
        stack.begin((lexer.end - lexer.start) * 3 + 2);
        stack.write('`');
        writeText();
        stack.write('`');
        stack.end(wordClass);
    }

    final void pushVerbatim(int wordClass) {
        stack.begin((lexer.end - lexer.start) * 3);
        writeText();
        stack.end(wordClass);
    }

    final void pushVariable(int kind, int wordClass) {
        stack.begin((lexer.end - lexer.start) * 3 + 12);
        stack.write('@');
        if (kind == Token.SYSTEM_VARIABLE && lexer.form != SqlLexer.VERBATIM) {
            stack.write('@');
            stack.writeAscii(lexer.prefix);
        } else if (kind == Token.SYSTEM_VARIABLE) {
            lexer.start++;
        }
        writeText();
        stack.end(wordClass);
    }

    final void push(String ascii, int wordClass) {
        stack.begin(ascii.length());
        stack.writeAscii(ascii);
        stack.end(wordClass);
    }

    final void pushLiteral() {
        stack.begin(1);
        stack.write('?');
        stack.end(WordClass.LITERAL);
    }

    final void pushList() {
        stack.begin(3);
        stack.writeAscii("...");
        stack.end(WordClass.LIST);
    }

    final boolean isLiteral(int depth) {
        int c = stack.classAt(depth);
        return c == WordClass.LITERAL || c == WordClass.LIST;
    }

    /** Writes the token's text as the server knows it: without the doubling of quotes or the escapes of strings. */
    private void writeText() {
        SqlLexer lex = lexer;
        if (lex.form == SqlLexer.VERBATIM) {
            stack.writeLower(lex.text, lex.start, lex.end);
            return;
        }
        int i = lex.start;
        while (i < lex.end) {
            char c = lex.text[i];
            if (c == lex.quote) {
                i++;
            } else if (c == '\\' && lex.form == SqlLexer.STRING_ESCAPES) {
                c = lex.text[++i];
                if (c < 128) {
                    writeEscape(c);
                    i++;
                    continue;
                }
            }
            if (c >= 128) {
                i = stack.writeCodePoint(lex.text, i, lex.end);
            } else {
                stack.write((char) (c >= 'A' && c <= 'Z' ? c | 0x20 : c));
                i++;
            }
        }
    }

    private void writeEscape(char c) {
        switch (c) {
            case 'n' -> stack.write('\n');
            case '0' -> stack.write('\0');
            case 'b' -> stack.write('\b');
            case 'Z' -> stack.write('\u001a');
            case 'r' -> stack.write('\r');
            case 't' -> stack.write('\t');
            case '%', '_' -> {
                stack.write('\\');
                stack.write(c);
            }
            default -> stack.write((char) (c >= 'A' && c <= 'Z' ? c | 0x20 : c));
        }
    }
}
