package dev.tollbooth.internal.digest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tollbooth.internal.lexer.DialectFamily;
import dev.tollbooth.internal.lexer.StatementSplitter;
import dev.tollbooth.statement.Sha256;
import dev.tollbooth.statement.SqlDialect;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run of the normalizer over one statement, with its buffers. Not thread-safe; {@link TextNormalizer} pools runs.
 */
final class Normalization {

    /** The text that is shown for a statement without tokens. Its digest is the hash of no bytes. */
    private static final String EMPTY = "(empty)";

    /** The summary of a text without a word that could be a verb. */
    private static final String UNNAMED = "(unnamed)";

    private final Reducer reducer;
    private final TextHash hash = new TextHash();
    private final TextKey shape = new TextKey();
    private final TextKey maskedText = new TextKey();
    /** The mask; null if the dialect has none. */
    private final @Nullable LiteralMask mask;

    private final int maxTextLength;
    /** Whether {@code "x"} may be a string. */
    private final boolean doubtfulQuotes;

    private final boolean masksNameDigits;

    Normalization(SqlDialect dialect, DigestOptions options) {
        this.maxTextLength = options.maxTextLength();
        this.mask = LiteralMask.of(dialect, options);
        this.reducer = reducer(dialect, options);
        this.masksNameDigits = options.masksNameDigits();
        this.doubtfulQuotes = DialectFamily.doubleQuotesMayBeStrings(dialect);
    }

    /** Returns a new reducer of a dialect, and loads the classes of no other dialect. */
    private static Reducer reducer(SqlDialect dialect, DigestOptions options) {
        if (DialectFamily.of(dialect) == DialectFamily.MYSQL) {
            return TidbReducer.mysql(dialect, options);
        }
        return DialectFamily.of(dialect) == DialectFamily.POSTGRESQL
                ? PostgresReducer.create(dialect, options)
                : TidbReducer.ansi(dialect, options);
    }

    /** Returns the masked text as a key, valid until the next call; null without a mask, or if it refuses the text. */
    @Nullable
    TextKey mask(String sql) {
        if (mask == null || !mask.mask(sql)) {
            return null;
        }
        maskedText.borrow(mask.bytes(), mask.length());
        return maskedText;
    }

    void run(String sql) {
        hash.clear();
        reducer.reduce(sql, hash, maxTextLength);
    }

    /** Normalizes a text as a whole, whatever its size; this run has no digest. */
    void runWhole(String sql) {
        reducer.reduce(sql, null, Integer.MAX_VALUE);
    }

    /** Returns the texts of the statements in a text; discards the result of the last run. */
    List<String> split(String sql) {
        return new StatementSplitter(reducer.lexer, reducer.credentials).split(sql);
    }

    /**
     * Returns the bytes of the normalized text, of which {@link #length} count; the middle of a long text is missing.
     */
    byte[] bytes() {
        return stack().bytes();
    }

    int length() {
        return stack().length();
    }

    /** Returns the number of characters read, some of them twice, as a measure of work. */
    long work() {
        return reducer.lexer.textLength() + reducer.lexer.reread;
    }

    /** Returns whether the text is complete and short enough for {@link #shape}. */
    boolean hasShape() {
        return length() <= maxTextLength && !reducer.lexer.foundTooLongToken();
    }

    /** Returns the normalized text as a key, valid until the next run. */
    TextKey shape() {
        shape.borrow(bytes(), length());
        return shape;
    }

    void trim() {
        reducer.trim();
    }

    String fullText() {
        return new String(bytes(), 0, length(), UTF_8);
    }

    /** Returns the digest of the last run, with its hash; discards the run's result. */
    TextDigest digest(String sql) {
        return digest(sql, stack().sha256(hash));
    }

    /** Returns the digest of the last run; the hash is computed on first use, or now if the text is cut. */
    TextDigest lazyDigest(String sql) {
        return hasShape() && length() > 0 && length() <= TextDigest.LONGEST_HASHED
                ? new TextDigest(shape().hashCode(), null, fullText(), summary(sql))
                : digest(sql);
    }

    private TextDigest digest(String sql, Sha256 whole) {
        int hashCode = TextDigest.hashCode(bytes(), stack().wholeLength(), whole);
        String text = length() == 0 ? EMPTY : hasShape() ? fullText() : cutText();
        return new TextDigest(hashCode, whole, text, summary(sql));
    }

    /** Returns the summary, for which the text is read again: the normalized text has neither case nor quotes. */
    private String summary(String sql) {
        String summary = Summary.of(sql, reducer.lexer, reducer.credentials, doubtfulQuotes, masksNameDigits);
        return summary.isEmpty() ? length() == 0 ? EMPTY : UNNAMED : summary;
    }

    private TokenStack stack() {
        return reducer.stack;
    }

    /** Returns the text for people, cut between two characters and marked with an ellipsis. */
    private String cutText() {
        int cut = Math.min(stack().shownLength(), maxTextLength - 3);
        while (cut > 0 && cut < length() && (bytes()[cut] & 0xC0) == 0x80) {
            cut--;
        }
        return new String(bytes(), 0, cut, UTF_8) + '\u2026';
    }
}
