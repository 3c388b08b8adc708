package dev.tollbooth.internal.digest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tollbooth.internal.lexer.DialectFamily;
import dev.tollbooth.internal.lexer.StatementSplitter;
import dev.tollbooth.statement.Sha256;
import dev.tollbooth.statement.SqlDialect;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run of the normalizer over one statement, with its buffers. Not thread-safe; pooled by {@link TextNormalizer}.
 */
final class Normalization {

    /** The normalized text of a text without a token; its digest is that of no bytes. */
    private static final String EMPTY = "(empty)";

    /** The summary of a text without a word that could be one. */
    private static final String UNNAMED = "(unnamed)";

    private final Reducer reducer;
    private final TextHash hash = new TextHash();
    private final TextKey shape = new TextKey();
    private final TextKey maskedText = new TextKey();
    /** Null for the dialects that it does not know. */
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

    /** Loads the classes of this dialect's lexer and reducer, and no others. */
    private static Reducer reducer(SqlDialect dialect, DigestOptions options) {
        if (DialectFamily.of(dialect) == DialectFamily.MYSQL) {
            return TidbReducer.mysql(dialect, options);
        }
        return DialectFamily.of(dialect) == DialectFamily.POSTGRESQL
                ? PostgresReducer.create(dialect, options)
                : TidbReducer.ansi(dialect, options);
    }

    /**
     * Returns a key that only texts of the same digest have, or null if there is none at hand. Valid until the next call.
     */
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

    /** Normalizes a text whose whole normalized text is wanted, at whatever size: there is no digest of this run. */
    void runWhole(String sql) {
        reducer.reduce(sql, null, Integer.MAX_VALUE);
    }

    /** Returns the texts of the statements in a text; the last run's result is lost. */
    List<String> split(String sql) {
        return new StatementSplitter(reducer.lexer, reducer.credentials).split(sql);
    }

    /** The normalized text's bytes, of which {@link #length} count; of a long text those in the middle are missing. */
    byte[] bytes() {
        return stack().bytes();
    }

    int length() {
        return stack().length();
    }

    /** Characters that were read, some of them twice: the work that a text makes. */
    long work() {
        return reducer.lexer.textLength() + reducer.lexer.reread;
    }

    /** Whether the text is whole and short enough that {@link #shape} stands for it. */
    boolean hasShape() {
        return length() <= maxTextLength && !reducer.lexer.foundTooLongToken();
    }

    /** The normalized text as a key, valid until the next run. */
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

    /** The last run's digest, with its hash: the run's result is lost. */
    TextDigest digest(String sql) {
        return digest(sql, stack().sha256(hash));
    }

    /** The same, but that the hash is computed when it is first asked for, or now where the text is cut. */
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

    /** Reads the text once more: the normalized one has neither case nor quotes. */
    private String summary(String sql) {
        String summary = Summary.of(sql, reducer.lexer, reducer.credentials, doubtfulQuotes, masksNameDigits);
        return summary.isEmpty() ? length() == 0 ? EMPTY : UNNAMED : summary;
    }

    private TokenStack stack() {
        return reducer.stack;
    }

    /** The text up to the longest that is shown, cut between two characters and then marked. */
    private String cutText() {
        int cut = Math.min(stack().shownLength(), maxTextLength - 3);
        while (cut > 0 && cut < length() && (bytes()[cut] & 0xC0) == 0x80) {
            cut--;
        }
        return new String(bytes(), 0, cut, UTF_8) + '\u2026';
    }
}
