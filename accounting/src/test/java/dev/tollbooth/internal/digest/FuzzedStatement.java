package dev.tollbooth.internal.digest;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import dev.tollbooth.internal.lexer.DialectFamily;
import dev.tollbooth.statement.SqlDialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A statement of whole tokens that a fuzzer chose. It is written in two ways that must have the same digest.
 *
 * <p>Where white space is significant, several tokens are one piece that never changes: the point of a qualified name,
 * and the parenthesis after a function's name.
 */
final class FuzzedStatement {

    private static final int MOST_PIECES = 60;
    private static final String FILLERS = "'\"`\\$;-/*#?()[]{},. \n\t:@x\u00e9\uD83D\uDE00";

    private final SqlDialect dialect;
    private final FuzzedDataProvider data;
    private final List<LiteralForm> forms;
    private final List<String> pieces;
    private final StringBuilder plain = new StringBuilder();
    private final StringBuilder disguised = new StringBuilder();

    private FuzzedStatement(FuzzedDataProvider data, SqlDialect dialect) {
        this.data = data;
        this.dialect = dialect;
        this.forms = Statements.literalForms(dialect);
        this.pieces = FuzzedPieces.of(dialect);
    }

    /** Makes a statement whose literals contain {@code digits} in one form and {@code others} in the other. */
    static FuzzedStatement of(FuzzedDataProvider data, SqlDialect dialect, String digits, String others) {
        FuzzedStatement statement = new FuzzedStatement(data, dialect);
        statement.write(digits, others);
        return statement;
    }

    String plain() {
        return plain.toString();
    }

    String disguised() {
        return disguised.toString();
    }

    private void write(String digits, String others) {
        List<LiteralForm> noIntegers = new ArrayList<>(forms);
        noIntegers.removeIf(LiteralForm::isInteger);
        boolean positions = false;
        int count = data.consumeInt(1, MOST_PIECES);
        for (int i = 0; i < count && data.remainingBytes() > 0; i++) {
            if (data.consumeInt(0, 2) > 0) {
                String piece = pieces.get(data.consumeInt(0, pieces.size() - 1));
                positions |= piece.contains("by");
                plain.append(piece).append(' ');
                disguised.append(inOtherCase(piece)).append(space());
            } else {
                List<LiteralForm> allowed = positions ? noIntegers : forms;
                LiteralForm form = allowed.get(data.consumeInt(0, allowed.size() - 1));
                plain.append(form.with(digits, filler())).append(' ');
                disguised.append(form.with(others, filler())).append(space());
            }
        }
        // a semicolon is left out only at the very end, where no comment follows it
        plain.append('z');
        disguised.append('z');
    }

    private String filler() {
        StringBuilder filler = new StringBuilder();
        for (int n = data.consumeInt(0, 6) - 2; n > 0; n--) {
            filler.append(FILLERS.charAt(data.consumeInt(0, FILLERS.length() - 1)));
        }
        // escaping alone would change half of a pair
        return new String(
                filler.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8),
                java.nio.charset.StandardCharsets.UTF_8);
    }

    private String inOtherCase(String piece) {
        // the features in TiDB's comments are known in lower case only
        return data.consumeBoolean() && !piece.startsWith("/*T") ? piece.toUpperCase(Locale.ROOT) : piece;
    }

    /**
     * Returns white space or a comment; no newline between two strings, because the second would continue the first.
     */
    private String space() {
        return switch (data.consumeInt(0, mayBreakLines() ? 7 : 4)) {
            case 0 -> " ";
            case 1 -> " \t ";
            case 2 -> " /* it's ( \" ` $$ */ ";
            case 3 -> " /**/ ";
            case 4 -> " /*x;*/\f";
            case 5 -> " \r\n";
            case 6 -> " -- to the 'end, (of the \"line $$\n";
            default -> DialectFamily.of(dialect) == DialectFamily.MYSQL ? " # to the 'end\n" : "\n\n";
        };
    }

    private boolean mayBreakLines() {
        return dialect != SqlDialect.POSTGRESQL || disguised.charAt(disguised.length() - 1) != '\'';
    }
}
