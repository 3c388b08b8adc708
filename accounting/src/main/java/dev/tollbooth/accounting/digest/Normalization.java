package dev.tollbooth.accounting.digest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tollbooth.accounting.digest.SqlDialect.Family;
import java.security.DigestException;
import java.security.MessageDigest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run of the normalizer over one statement, with its buffers. Not thread-safe; pooled by {@link Normalizer}.
 */
final class Normalization {

    private final Reducer reducer;
    /** Null until it is needed: providers are 70 classes, which an application need not load to start. */
    private @Nullable MessageDigest sha256;

    private final byte[] hash = new byte[Sha256.BYTES];
    private final TextKey shape = new TextKey();
    private final TextKey maskedText = new TextKey();
    /** Null for the dialects that it does not know. */
    private final @Nullable LiteralMask mask;

    private final int maxTextLength;

    Normalization(SqlDialect dialect, DigestOptions options) {
        this.maxTextLength = options.maxTextLength();
        this.mask = LiteralMask.of(dialect, options);
        this.reducer = reducer(dialect, options);
    }

    /** Loads the classes of this dialect's lexer and reducer, and no others. */
    private static Reducer reducer(SqlDialect dialect, DigestOptions options) {
        if (dialect.family() == Family.MYSQL) {
            return TidbReducer.mysql(options);
        }
        return dialect.family() == Family.POSTGRESQL ? PostgresReducer.create() : TidbReducer.ansi(dialect);
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

    /** The last run's digest, with its hash. */
    Digest digest() {
        return digest(length() <= maxTextLength ? 0 : shape().hashCode(), sha256());
    }

    /** The last run's digest, whose hash is computed when it is first asked for, or now where the text is cut. */
    Digest digest(TextKey shape) {
        return digest(shape.hashCode(), length() <= maxTextLength ? null : sha256());
    }

    private Digest digest(int hashCode, @Nullable Sha256 whole) {
        return length() <= maxTextLength
                ? new Digest(hashCode, whole, fullText(), null)
                : new Digest(hashCode, whole, cutText(), Summary.of(bytes(), length()));
    }

    private Sha256 sha256() {
        MessageDigest sha = sha256;
        if (sha == null) {
            sha = Sha256.messageDigest();
            sha256 = sha;
        }
        sha.update(bytes(), 0, length());
        try {
            sha.digest(hash, 0, Sha256.BYTES);
        } catch (DigestException e) {
            throw new IllegalStateException("SHA-256 of another length than 32 bytes", e);
        }
        return Sha256.of(hash);
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
