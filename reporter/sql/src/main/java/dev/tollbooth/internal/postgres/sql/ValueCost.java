package dev.tollbooth.internal.postgres.sql;

import dev.tollbooth.internal.postgres.token.SqlToken;
import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.util.Locale;
import java.util.Set;

/**
 * A check that limits the cost of one row's values. H2 checks its time limit only every 4,096 rows, except for live
 * tables, whose rows are metered. So a row of any other table has to be cheap.
 *
 * <p>Not thread-safe.
 */
final class ValueCost {

    private static final int MOST_FUNCTIONS = 200;
    private static final int MOST_TEXT_FUNCTIONS = 24;
    private static final int MOST_OPERATIONS = 100;
    private static final int MOST_PATTERNS = 4;
    private static final int MOST_METERED_PATTERNS = 16;
    private static final Set<String> OF_TEXT = Set.of("lower", "upper", "left", "substring");
    private static final Set<String> TEXTS = Set.of("text", "varchar");
    private static final Set<String> COLLECTING = Set.of("median", "percentile_cont", "percentile_disc");

    private final boolean metered;
    private final TextLimits texts;
    private int functions;
    private int textFunctions;
    private int operations;
    private int patterns;
    private boolean collects;
    private boolean over;

    /**
     * Makes a check. {@code metered} says whether all rows are those of live tables. {@code like} says whether the
     * query has patterns.
     */
    ValueCost(boolean metered, boolean like) {
        this.metered = metered;
        this.texts = !metered ? TextLimits.UNMETERED : like ? TextLimits.METERED_WITH_LIKE : TextLimits.METERED;
    }

    TextLimits texts() {
        return texts;
    }

    void add(SqlToken token, SqlToken before, SqlToken next) throws PostgresException {
        switch (token.kind()) {
            case STRING -> texts.checkText(token.text());
            case SYMBOL -> operations += "*/%".contains(token.text()) ? 1 : 0;
            case WORD, NAME -> word(token, before, next);
            default -> {}
        }
    }

    private void word(SqlToken token, SqlToken before, SqlToken next) throws PostgresException {
        String word = token.lower();
        if (next.isSymbol("(") && SqlWords.FUNCTIONS.contains(word)) {
            functions++;
            textFunctions += OF_TEXT.contains(word) ? 1 : 0;
            collects |= COLLECTING.contains(word);
        }
        collects |= word.equals("distinct") && before.isSymbol("(");
        over |= word.equals("over");
        // H2 evaluates a window's frame again for each row
        boolean frame = (word.equals("preceding") || word.equals("following")) && !before.is("unbounded");
        boolean skips = (word.equals("exclude") && next.isName()) || (word.equals("ignore") && next.is("nulls"));
        if (frame || skips) {
            throw QueryCheck.refused(token.shown() + " in a window", "use UNBOUNDED or CURRENT ROW, and all rows");
        }
    }

    void type(SqlToken type) {
        functions++;
        textFunctions += TEXTS.contains(type.lower()) ? 1 : 0;
    }

    void pattern() {
        patterns++;
    }

    void end() throws PostgresException {
        if (over && collects) {
            throw QueryCheck.refused(
                    "OVER beside a median, percentile or aggregate of DISTINCT", "use statements of their own");
        }
        check("LIKE and ILIKE", patterns, metered ? MOST_METERED_PATTERNS : MOST_PATTERNS);
        if (!metered) {
            check("functions and casts", functions, MOST_FUNCTIONS);
            check("functions and casts that make texts", textFunctions, MOST_TEXT_FUNCTIONS);
            check("multiplications and divisions", operations, MOST_OPERATIONS);
        }
    }

    private static void check(String what, int number, int most) throws PostgresException {
        if (number > most) {
            throw PostgresException.error(
                    PostgresException.TOO_COMPLEX,
                    String.format(Locale.ROOT, "too many %s: number=%d, limit=%d; simplify it", what, number, most));
        }
    }
}
