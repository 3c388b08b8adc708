package dev.tollbooth.accounting.digest;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.DigestException;
import java.security.MessageDigest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run of the normalizer over one statement, with its buffers. Not thread-safe; pooled by {@link Normalizer}.
 */
final class Normalization {

    private static final int DIGEST_BYTES = 32;

    private final Reducer reducer;
    private final MessageDigest sha256 = Digest.messageDigest();
    private final byte[] hash = new byte[DIGEST_BYTES];
    private final TextKey shape = new TextKey();
    private final TextKey maskedText = new TextKey();
    /** Null for the dialects that it does not know. */
    private final @Nullable LiteralMask mask;

    private final int maxTextLength;

    Normalization(SqlDialect dialect, DigestOptions options) {
        this.maxTextLength = options.maxTextLength();
        this.mask = LiteralMask.of(dialect, options);
        this.reducer = switch (dialect.family()) {
            case MYSQL -> new TidbReducer(new MysqlLexer(options.backslashEscapes()), true, options.tidbVersion());
            case POSTGRESQL -> new PostgresReducer(new PostgresLexer());
            case ANSI -> new TidbReducer(new AnsiLexer(dialect), false, TidbVersion.CURRENT);
        };
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
        reducer.reduce(sql);
    }

    /** Returns the texts of the statements in a text; the last run's result is lost. */
    List<String> split(String sql) {
        return new StatementSplitter(reducer.lexer).split(sql);
    }

    /** The normalized text's bytes, of which {@link #length} count. */
    byte[] bytes() {
        return reducer.stack.bytes();
    }

    int length() {
        return reducer.stack.length();
    }

    /** Characters that were read, some of them twice: the work that a text makes. */
    long work() {
        return reducer.lexer.limit + reducer.lexer.reread;
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

    Digest digest() {
        sha256.update(bytes(), 0, length());
        try {
            sha256.digest(hash, 0, DIGEST_BYTES);
        } catch (DigestException e) {
            throw new IllegalStateException("SHA-256 of another length than 32 bytes", e);
        }
        return length() <= maxTextLength
                ? new Digest(hash, fullText(), null)
                : new Digest(hash, cutText(), Summary.of(bytes(), length()));
    }

    /** The text up to the longest that is shown, cut between two characters and then marked. */
    private String cutText() {
        int cut = maxTextLength - 3;
        while (cut > 0 && (bytes()[cut] & 0xC0) == 0x80) {
            cut--;
        }
        return new String(bytes(), 0, cut, UTF_8) + '\u2026';
    }
}
